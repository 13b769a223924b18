import type { Static, TSchema, TUnsafe } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { createPlatformErrors } from '../api/known-errors.ts'
import { AnyBody } from '../api/response.ts'
import * as google from '../google/api.ts'
import type { GrantCall, SessionEntity } from '../session.ts'
import { googleBusiness } from './platform.ts'

const api = { platform: googleBusiness, errors: {} }

export const { hasRule } = createPlatformErrors(googleBusiness)

/** A resource name, such as `accounts/1`. */
export const ResourceName = Type.String({ minLength: 1 })

export function request<S extends TSchema>(
  call: GrantCall,
  method: google.Method,
  url: string,
  options: google.RequestOptions<S>,
): Promise<Static<S>> {
  return google.request(api, call, { method, url, ...options })
}

/** Deletes a resource. Succeeds when it is already gone. */
export async function remove(call: GrantCall, url: string): Promise<void> {
  try {
    await request(call, 'DELETE', url, { schema: AnyBody })
  } catch (error) {
    if (!hasRule(error, 'resource.not_found')) throw error
  }
}

/** Returns the name of a location in the newer APIs: `accounts/1/locations/2` is `locations/2` there. */
export function getLocationName({ externalId }: Pick<SessionEntity, 'externalId'>): string {
  return externalId.slice(externalId.indexOf('locations/'))
}

export type Page<Name extends string, Item> = { readonly [name in Name]?: readonly Item[] | null } & {
  readonly nextPageToken?: string | null
}

/** Builds the schema of a page, which lists its items in the field `name`. Call it once for each kind: a compiled schema is kept. */
export function buildPageSchema<Name extends string, S extends TSchema>(
  name: Name,
  item: S,
): TUnsafe<Page<Name, Static<S>>> {
  return Type.Unsafe(Type.Object({ [name]: Maybe(Type.Array(item)), nextPageToken: Maybe(Type.String()) }))
}

interface ListOptions<P> {
  readonly schema: TUnsafe<P>
  readonly query: google.Query
  /** Keeps a list that never ends from occupying a worker. */
  readonly pagesMax?: number
}

/** Reads page by page. An item of another shape fails the page: without it a post that exists would be taken for absent. */
export async function* listPages<P extends Page<never, unknown>>(
  call: GrantCall,
  url: string,
  { schema, query, pagesMax = 100 }: ListOptions<P>,
): AsyncGenerator<P> {
  let pageToken: string | null | undefined
  for (let count = 0; count < pagesMax; count++) {
    const page: P = await request(call, 'GET', url, { schema, query: { ...query, ...(pageToken && { pageToken }) } })
    yield page
    pageToken = page.nextPageToken
    if (!pageToken) return
  }
}
