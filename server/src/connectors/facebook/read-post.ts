import type { Body } from '../meta/graph.ts'
import { PlatformError } from '../platform-error.ts'
import type { PublishedPost } from '../publish.ts'
import type { Photo, Video } from './upload.ts'

/** What is stored with a target between the steps of publishing. */
export interface PreparedState {
  readonly photos: readonly Photo[]
  readonly video: Video | null
}

export function readPost({ id, permalink_url }: Body): PublishedPost {
  if (typeof id !== 'string') throw new PlatformError('ambiguous', 'Facebook answered without the id of the post.')
  return { externalId: id, externalUrl: absoluteUrl(permalink_url) ?? `https://www.facebook.com/${id}` }
}

/** The address of a video comes without a host. */
export function absoluteUrl(url: unknown): string | null {
  if (typeof url !== 'string' || url === '') return null
  return url.startsWith('/') ? `https://www.facebook.com${url}` : url
}
