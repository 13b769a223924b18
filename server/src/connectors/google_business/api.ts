import type { GoogleApi } from '../google/api.ts'
import * as google from '../google/api.ts'
import type { GrantCall, SessionEntity } from '../session.ts'
import { googleBusiness } from './platform.ts'

const api: GoogleApi = { platform: googleBusiness.id, errors: {} }

export function request(
  call: GrantCall,
  target: Parameters<typeof google.request>[2],
  options?: google.RequestOptions,
): Promise<google.Body> {
  return google.request(api, call, target, options)
}

/** `accounts/1/locations/2` is `locations/2` in the newer APIs. */
export function locationName({ externalId }: Pick<SessionEntity, 'externalId'>): string {
  return externalId.slice(externalId.indexOf('locations/'))
}

/** A longer list is a mistake of ours or Google's, and must not keep a worker busy without end. */
const PAGES_MAX = 100

/** Reads all pages of a list. */
export async function listAll(
  call: GrantCall,
  url: string,
  field: string,
  query: google.RequestOptions['query'],
): Promise<google.Body[]> {
  const items: google.Body[] = []
  let pageToken: string | undefined
  for (let page = 0; page < PAGES_MAX; page++) {
    const answer = await request(call, ['GET', url], {
      query: { ...query, ...(pageToken !== undefined && { pageToken }) },
    })
    items.push(...(answer[field] ?? []))
    pageToken = answer.nextPageToken
    if (!pageToken) break
  }
  return items
}
