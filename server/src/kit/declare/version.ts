import { ApiError } from './errors.ts'

/** The condition of a call with the header `If-Match`. */
export interface IfMatch {
  /** Entity tags of the versions that the call may change, or `*` for any. */
  readonly tags: string
  /** Returns a resource as the endpoint replies with it, without fields of our own. */
  readonly present: (resource: unknown) => unknown
}

/** A resource whose version is the time of its last change; null before the first one. */
interface Versioned {
  readonly updated_at: string | null
}

/** A resource to change, in the version that the caller read. */
export interface ResourceVersion {
  readonly id: string
  readonly ifMatch?: IfMatch | undefined
}

/** Returns the entity tag of a resource, which a client can also build from any list that contains the resource. */
export function toEtag({ updated_at }: Versioned): string {
  return `"${updated_at ?? 'unset'}"`
}

/**
 * Refuses to change a resource that is not the version that the caller read, or that is gone (undefined). Call it while the
 * resource is locked.
 */
export function assertUnchanged(ifMatch: IfMatch | undefined, current: Versioned | undefined): void {
  if (ifMatch === undefined) return
  const etag = current ? toEtag(current) : null
  const tags = ifMatch.tags.split(',').map((tag) => tag.trim())
  if (etag !== null && tags.some((tag) => tag === '*' || tag === etag)) return
  throw new ApiError('version_conflict', 'It has been changed since you read it, so your change was not made.', {
    members: { etag, current: current ? ifMatch.present(current) : null },
    ...(etag !== null && { headers: { etag } }),
  })
}

/** Returns the time of a change: now, but always after the previous change, because the time is also the version. */
export function nextVersionAt(now: Date, before: Date): Date {
  return now > before ? now : new Date(before.getTime() + 1)
}
