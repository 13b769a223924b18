import type { Static, TSchema } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import * as google from '../google/api.ts'
import type { GoogleApi } from '../google/errors.ts'
import type { GrantCall } from '../session.ts'
import { buildErrors } from './errors.ts'
import { API_VERSION, youtube } from './platform.ts'

const API = `https://youtube.googleapis.com/youtube/${API_VERSION}`
export const UPLOAD_URL = `https://www.googleapis.com/upload/youtube/${API_VERSION}/videos`
/** The analytics API, which has its own versions and its own quota. */
const ANALYTICS_URL = 'https://youtubeanalytics.googleapis.com/v2/reports'

/** The calls that we make, with the cost of each in the 10,000 units that an app has for a day. */
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

const buildApi = (units: number): GoogleApi => ({ platform: youtube, errors: buildErrors(units) })

/** `videos.insert` has a quota of its own: 100 calls a day. */
export const UPLOAD_API = buildApi(1)

export function request<S extends TSchema>(
  call: GrantCall,
  name: keyof typeof CALLS,
  options: google.RequestOptions<S>,
): Promise<Static<S>> {
  const { method, path, units } = CALLS[name]
  return google.request(buildApi(units), call, { method, url: `${API}/${path}`, ...options })
}

const Report = Type.Object({
  columnHeaders: Maybe(Type.Array(Type.Object({ name: Type.String() }))),
  rows: Maybe(Type.Array(Type.Array(Type.Unknown()))),
})

export function readReport(call: GrantCall, query: google.Query): Promise<Static<typeof Report>> {
  return google.request(buildApi(1), call, { method: 'GET', url: ANALYTICS_URL, schema: Report, query })
}

/**
 * Builds the schema of a list of these items. Call it once for each kind: a compiled schema is kept. YouTube leaves out `items` when
 * there are none; `kind` shows that the response is a list all the same.
 */
export function buildListSchema<S extends TSchema>(item: S) {
  return Type.Object({ kind: Type.String(), items: Maybe(Type.Array(item)), nextPageToken: Maybe(Type.String()) })
}

/** The id of a video, a channel or a comment. */
export const ResourceId = Type.String({ minLength: 1 })
