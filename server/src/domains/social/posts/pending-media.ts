import type { Limits } from '../../../connectors/limits.ts'
import type { DraftMedia } from '../../../connectors/publish.ts'

const KINDS = ['image', 'video', 'document'] as const
type Kind = (typeof KINDS)[number]

/**
 * Lists the media that a post may have once its pending media are fetched, of which only the number is known: all images, all
 * videos, all documents or, where a platform takes several kinds in one post, as many of each as fit. `media` has undefined for a
 * pending one. A post breaks a rule only when it does so in every case.
 */
export function assumeMedia(limits: Limits, media: readonly (DraftMedia | undefined)[]): DraftMedia[][] {
  if (!media.includes(undefined)) return [media as DraftMedia[]]
  const kinds = KINDS.filter((kind) => limits[kind])
  const cases = (kinds.length > 0 ? kinds : (['image'] as const)).map((kind) => fill(limits, media, () => kind))
  return limits.allowsMixedMedia ? [...cases, fillMixed(limits, media, kinds)] : cases
}

function fillMixed(limits: Limits, media: readonly (DraftMedia | undefined)[], kinds: readonly Kind[]): DraftMedia[] {
  const countMediaByKind = (kind: Kind) =>
    media.filter((medium) => medium && limits[kind]?.mimes.includes(medium.mime)).length
  const free = kinds.flatMap((kind) =>
    Array<Kind>(Math.max(0, (limits[kind]?.countMax ?? 0) - countMediaByKind(kind))).fill(kind),
  )
  return fill(limits, media, () => free.shift() ?? kinds[0] ?? 'image')
}

function fill(limits: Limits, media: readonly (DraftMedia | undefined)[], next: () => Kind): DraftMedia[] {
  return media.map((medium, index) => medium ?? assumed(limits, next(), index))
}

/** Builds a medium that breaks no rule: its size is left open. */
function assumed(limits: Limits, kind: Kind, index: number): DraftMedia {
  const mime = limits[kind]?.mimes[0] ?? 'image/jpeg'
  return { id: `pending-${index}`, mime, bytes: 1, width: null, height: null, durationSeconds: null, altText: null }
}
