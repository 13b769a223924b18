import type { Mime } from '../file/sniff.ts'

const MB = 1_000_000

/** What a platform accepts of some types of files. */
export interface FileRule {
  readonly accepts: readonly Mime[]
  readonly bytesMax?: number
  readonly secondsMin?: number
  readonly secondsMax?: number
  /** Least and greatest width divided by height. */
  readonly ratio?: readonly [number, number]
  readonly sideMin?: number
  readonly sideMax?: number
  readonly pixelsMax?: number
}

const PHOTOS: readonly Mime[] = ['image/jpeg', 'image/png']
const MOVIES: readonly Mime[] = ['video/mp4', 'video/quicktime']

/**
 * What each platform without a connector accepts as one file of a post, by its documentation of 2026. Where sources disagree, the
 * limit is that of the platform's own schema. How many files a post may have, and which together, is checked with the post.
 */
export const PLATFORM_LIMITS: Record<string, readonly FileRule[]> = {
  whatsapp: [
    { accepts: PHOTOS, bytesMax: 5 * MB },
    { accepts: ['video/mp4'], bytesMax: 16 * MB },
    { accepts: ['application/pdf'], bytesMax: 100 * MB },
  ],
}
