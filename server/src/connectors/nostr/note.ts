import { sha256Hex } from '../../kit/hash.ts'
import type { Attempt } from '../publish.ts'
import { KIND, type NostrEvent, type Signer, sign, toUnixSeconds } from './event.ts'
import { readLink } from './keys.ts'
import type { Options } from './platform.ts'

const HASHTAG = /(?:^|[\s(])#([\p{L}\p{N}_]{1,64})(?![\p{L}\p{N}_])/gu
const LINK = /nostr:((?:npub|nprofile|note|nevent)1[02-9ac-hj-np-z]{50,1000})/g
const FOUND_MAX = 50

type Tag = readonly string[]

export interface UploadedMedium {
  readonly url: string
  readonly mime: string
  readonly sha256: string
}

/** Builds the note of a post. Nothing in it is random or from the clock, so every attempt builds the same event. */
export function buildNote(
  signer: Signer,
  { draft, handle, createdAt }: Pick<Attempt<Options>, 'draft' | 'handle' | 'createdAt'>,
  uploads: readonly UploadedMedium[],
): NostrEvent {
  const { tags = [], content_warning, alt_texts = [] } = draft.options
  const text = draft.text.toWellFormed()
  const content = [...(text === '' ? [] : [text]), ...uploads.map(({ url }) => url)].join('\n')
  const descriptions = draft.media.map(({ width, height, altText }, index) => ({
    size: width && height ? `${width}x${height}` : undefined,
    alt: alt_texts[index] ?? altText,
  }))
  const all: Tag[] = [
    ...extractTags(text, tags),
    ...(content_warning === undefined ? [] : [['content-warning', content_warning]]),
    ...uploads.map((upload, index) => buildMediaTag(upload, descriptions[index] ?? {})),
    buildHandleTag(handle),
  ]
  return sign(signer, { kind: KIND.note, created_at: toUnixSeconds(createdAt), tags: all, content })
}

/** Without this tag, two notes of one author with the same text in the same second would be one event. */
export const buildHandleTag = (handle: string): Tag => ['handle', sha256Hex(handle).slice(0, 16)]

/** Builds tags for hashtags, and for the people and notes that `nostr:` links name (NIP-24, NIP-27, NIP-18). */
export function extractTags(text: string, moreHashtags: readonly string[] = []): Tag[] {
  const hashtags = [...text.matchAll(HASHTAG)].slice(0, FOUND_MAX).map(([, name]) => name ?? '')
  const links = [...text.matchAll(LINK)].slice(0, FOUND_MAX).flatMap(([, name]) => readLink(name ?? '') ?? [])
  const found = [
    ...links.map(({ kind, id }) => [kind === 'person' ? 'p' : 'q', id]),
    ...[...hashtags, ...moreHashtags].map((name) => ['t', name.toLowerCase().toWellFormed()]),
  ]
  return [...new Map(found.map((tag) => [tag.join(' '), tag])).values()]
}

/** Builds the tag that describes a file (NIP-92). */
function buildMediaTag(
  { url, mime, sha256 }: UploadedMedium,
  { size, alt }: { size?: string | undefined; alt?: string | null | undefined },
): Tag {
  const dimensions = size ? [`dim ${size}`] : []
  return [
    'imeta',
    `url ${url}`,
    `m ${mime}`,
    `x ${sha256}`,
    ...dimensions,
    ...(alt ? [`alt ${alt.toWellFormed()}`] : []),
  ]
}
