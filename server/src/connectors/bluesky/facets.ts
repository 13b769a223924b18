import tlds from 'tlds' with { type: 'json' }
import { lengthOf } from '../limits.ts'

/** What a stretch of a text is. Bluesky recognises nothing by itself: offsets are in bytes of UTF-8. */
export interface Facet {
  readonly index: { readonly byteStart: number; readonly byteEnd: number }
  readonly features: readonly [{ readonly $type: string; readonly [name: string]: string }]
}

const TYPE = 'app.bsky.richtext.facet'
/** As many as fit into 300 characters: each is a question to the network. */
const HANDLES_MAX = 50
const endings = new Set(tlds)

/** Links, tags and mentions of a text, as Bluesky's own apps see them. `find` answers the DID of a handle, if it has one. */
export async function detectFacets(
  text: string,
  find: (handle: string) => Promise<string | undefined>,
): Promise<Facet[]> {
  const found = [...findLinks(text), ...findTags(text)]
  const dids = new Map<string, string | undefined>()
  for (const { at, handle } of findMentions(text)) {
    const name = handle.toLowerCase()
    if (!dids.has(name) && dids.size < HANDLES_MAX) dids.set(name, await find(name))
    const did = dids.get(name)
    if (did) found.push({ at, length: handle.length + 1, feature: { $type: `${TYPE}#mention`, did } })
  }
  const bytesTo = (end: number) => Buffer.byteLength(text.slice(0, end))
  return found
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, length, feature }) => ({
      index: { byteStart: bytesTo(at), byteEnd: bytesTo(at + length) },
      features: [feature],
    }))
}

interface Found {
  readonly at: number
  readonly length: number
  readonly feature: Facet['features'][0]
}

function findLinks(text: string): Found[] {
  const matches = text.matchAll(/(?<=^|[\s(])(?:https?:\/\/\S+|(?<domain>[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+)\S*)/gim)
  return [...matches].flatMap(({ 0: whole, index, groups }) => {
    const domain = groups?.['domain']
    if (domain !== undefined && !hasEnding(domain)) return []
    let shown = whole.replace(/[.,;:!?]$/, '')
    if (shown.endsWith(')') && !shown.includes('(')) shown = shown.slice(0, -1)
    const uri = domain === undefined ? shown : `https://${shown}`
    if (!URL.canParse(uri)) return []
    return [{ at: index, length: shown.length, feature: { $type: `${TYPE}#link`, uri } }]
  })
}

/** A tag has something in it that is neither digit nor punctuation: `#1` is a number. */
function findTags(text: string): Found[] {
  const matches = text.matchAll(/(?<=^|\s)[#＃](?<tag>[^\s\u00ad\u200a-\u200d\u2060]+)/gu)
  return [...matches].flatMap(({ index, groups }) => {
    const tag = (groups?.['tag'] ?? '').replace(/\p{P}+$/u, '')
    if (!/[^\d\p{P}]/u.test(tag) || tag.startsWith('\ufe0f') || lengthOf(tag, 'graphemes') > 64) return []
    return [{ at: index, length: tag.length + 1, feature: { $type: `${TYPE}#tag`, tag } }]
  })
}

function findMentions(text: string): { at: number; handle: string }[] {
  const matches = text.matchAll(/(?<=^|[\s(])@(?<handle>[a-z0-9.-]+\b)/gi)
  return [...matches]
    .map(({ index, groups }) => ({ at: index, handle: groups?.['handle'] ?? '' }))
    .filter(({ handle }) => hasEnding(handle) || handle.endsWith('.test'))
}

function hasEnding(domain: string): boolean {
  return endings.has(domain.slice(domain.lastIndexOf('.') + 1))
}
