import * as google from '../google/api.ts'
import type { GrantCall } from '../session.ts'
import { buildErrors } from './errors.ts'
import { API_VERSION, youtube } from './platform.ts'

const API = `https://youtube.googleapis.com/youtube/${API_VERSION}`
export const UPLOAD_URL = `https://www.googleapis.com/upload/youtube/${API_VERSION}/videos`
/** Has its own versions, and its own quota. */
const ANALYTICS_URL = 'https://youtubeanalytics.googleapis.com/v2/reports'

/** The calls that we make, and what each costs of the 10,000 units that an app has for a day. */
export const CALLS = {
  'channels.list': { method: 'GET', path: 'channels', units: 1 },
  'videos.list': { method: 'GET', path: 'videos', units: 1 },
  'videos.delete': { method: 'DELETE', path: 'videos', units: 50 },
  'playlistItems.list': { method: 'GET', path: 'playlistItems', units: 1 },
  'commentThreads.list': { method: 'GET', path: 'commentThreads', units: 1 },
  'commentThreads.insert': { method: 'POST', path: 'commentThreads', units: 50 },
  'comments.list': { method: 'GET', path: 'comments', units: 1 },
  'comments.insert': { method: 'POST', path: 'comments', units: 50 },
  'comments.setModerationStatus': { method: 'POST', path: 'comments/setModerationStatus', units: 50 },
  'comments.delete': { method: 'DELETE', path: 'comments', units: 50 },
} as const

/** `videos.insert` has a quota of its own: 100 calls a day. */
export const uploadApi: google.GoogleApi = { platform: youtube.id, errors: buildErrors(1) }

export function request(
  call: GrantCall,
  name: keyof typeof CALLS,
  options: google.RequestOptions,
): Promise<google.Body> {
  const { method, path, units } = CALLS[name]
  return google.request({ platform: youtube.id, errors: buildErrors(units) }, call, [method, `${API}/${path}`], options)
}

export function readReport(call: GrantCall, query: google.RequestOptions['query'] & object): Promise<google.Body> {
  return google.request(uploadApi, call, ['GET', ANALYTICS_URL], { query })
}
