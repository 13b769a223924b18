import { measureLength } from '../../../src/connectors/limits.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- records of every shape are validated here
type Any = any

export interface StoredBlob {
  readonly mimeType: string
  readonly size: number
}

const TID = /^[234567abcdefghij][234567a-z]{12}$/
const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
export const AT_URI = /^at:\/\/did:[a-z]+:[A-Za-z0-9._:%-]+\/[a-zA-Z.]+\/[A-Za-z0-9._~:-]+$/

/** Returns the error of a data server for a record that breaks its lexicon; undefined when the record is valid. */
export function validateRecord(
  collection: string,
  rkey: string,
  record: Any,
  findBlob: (link: string) => StoredBlob | undefined,
): { error: string; message: string } | undefined {
  const bad = (message: string) => ({ error: 'InvalidRequest', message: `Invalid ${collection} record: ${message}` })
  if (!TID.test(rkey)) return { error: 'InvalidRequest', message: `Invalid record key for ${collection}: ${rkey}` }
  if (record?.$type !== collection) return bad('wrong $type')
  if (typeof record.createdAt !== 'string' || !DATE.test(record.createdAt)) return bad('no datetime at $.createdAt')
  if (collection === 'app.bsky.feed.threadgate') {
    if (!AT_URI.test(record.post)) return bad('no at-uri at $.post')
    if ((record.hiddenReplies ?? []).length > 300) return bad('array too big at $.hiddenReplies')
    return undefined
  }
  if (typeof record.text !== 'string') return bad('no string at $.text')
  if (Buffer.byteLength(record.text) > 3000) return bad('string too big (maximum 3000) at $.text')
  if (measureLength(record.text, 'graphemes') > 300) return bad('grapheme too big (maximum 300) at $.text')
  if ((record.langs ?? []).length > 3) return bad('array too big at $.langs')
  if ((record.tags ?? []).length > 8) return bad('array too big at $.tags')
  const reply = record.reply && [record.reply.root, record.reply.parent]
  if (reply?.some((ref: Any) => !AT_URI.test(ref?.uri) || typeof ref.cid !== 'string')) return bad('no ref at $.reply')
  const facet = (record.facets ?? []).map((one: Any) => validateFacet(record.text, one)).find(Boolean)
  if (facet) return bad(facet)
  return record.embed ? validateEmbed(record.embed, bad, findBlob) : undefined
}

function validateFacet(text: string, { index, features }: Any): string | undefined {
  const bytes = Buffer.from(text)
  if (!(index?.byteStart >= 0 && index.byteEnd > index.byteStart && index.byteEnd <= bytes.length))
    return 'bad range at $.facets'
  if (bytes.subarray(index.byteStart, index.byteEnd).toString('utf8').includes('\ufffd')) return 'a cut character'
  const [{ $type, did, uri, tag }] = features
  if ($type === 'app.bsky.richtext.facet#mention') return did?.startsWith('did:') ? undefined : 'no did'
  if ($type === 'app.bsky.richtext.facet#link') return URL.canParse(uri) ? undefined : 'no uri'
  return $type === 'app.bsky.richtext.facet#tag' && tag ? undefined : 'no feature'
}

function validateEmbed(embed: Any, bad: (message: string) => Any, findBlob: (link: string) => StoredBlob | undefined) {
  const isVideo = embed.$type === 'app.bsky.embed.video'
  if (!isVideo && embed.$type !== 'app.bsky.embed.images') return bad('unknown embed')
  const shown: Any[] = isVideo ? [{ ...embed, image: embed.video }] : embed.images
  if (shown.length > 4) return bad('array too big (maximum 4) at $.embed.images')
  for (const { image, alt, aspectRatio } of shown) {
    if (image?.$type !== 'blob' || typeof image.ref?.$link !== 'string') return bad('no blob')
    if (!isVideo && typeof alt !== 'string') return bad('no string at $.embed.images[0].alt')
    if (aspectRatio && !(aspectRatio.width >= 1 && aspectRatio.height >= 1)) return bad('bad aspectRatio')
    const stored = findBlob(image.ref.$link)
    if (!stored) return { error: 'BlobNotFound', message: `Could not find blob: ${image.ref.$link}` }
    if (stored.size !== image.size || stored.mimeType !== image.mimeType) return bad('another blob')
    if (stored.size > (isVideo ? 300_000_000 : 2_000_000)) return bad('blob too big')
    if (isVideo ? stored.mimeType !== 'video/mp4' : !stored.mimeType.startsWith('image/')) return bad('not accepted')
  }
  return undefined
}
