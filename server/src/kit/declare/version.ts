import { ApiError } from './errors.ts'

/** The `If-Match` header of a call: the versions that it may change; undefined for any. */
export type IfMatch = string | undefined

/** A resource whose version is the time of its last change; null before the first one. */
interface Versioned {
  readonly updated_at: string | null
}

/** A resource to change, in the version that the caller read. */
export interface ResourceVersion {
  readonly id: string
  readonly ifMatch?: IfMatch
}

/** Returns the entity tag of a resource, which a client can also build from any list that contains the resource. */
export function toEtag({ updated_at }: Versioned): string {
  return `"${updated_at ?? 'unset'}"`
}

/** Refuses to change a resource that is not the version that the caller read. Call it while the resource is locked. */
export function assertUnchanged(ifMatch: IfMatch, current: Versioned): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return
  const etag = toEtag(current)
  if (ifMatch.split(',').some((tag) => tag.trim() === etag)) return
  throw new ApiError('version_conflict', 'It has been changed since you read it, so your change was not made.', {
    members: { etag, current },
    headers: { etag },
  })
}

/** Returns the time of a change: now, but always after the previous change, because the time is also the version. */
export function nextVersionAt(now: Date, before: Date): Date {
  return now > before ? now : new Date(before.getTime() + 1)
}
