import tlds from 'tlds' with { type: 'json' }
import { measureLength } from '../limits.ts'

/** A link, tag or mention in a text. Bluesky finds none by itself; offsets are in bytes of UTF-8. */
export type Facet = {
  readonly index: { readonly byteStart: number; readonly byteEnd: number }
  readonly features: readonly [{ readonly $type: string; readonly [name: string]: string }]
}

const TYPE = 'app.bsky.richtext.facet'
/** More do not fit into 300 characters. Each costs a request. */
const HANDLES_MAX = 50
const topLevelDomains = new Set(tlds)

/** Finds links, tags and mentions as Bluesky's own apps do. `find` returns the DID of a handle, if it has one. */
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

interface Match {
  readonly at: number
  readonly length: number
  readonly feature: Facet['features'][0]
}

function findLinks(text: string): Match[] {
  const matches = text.matchAll(/(?<=^|[\s(])(?:https?:\/\/\S+|(?<domain>[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+)\S*)/gim)
  return [...matches].flatMap(({ 0: whole, index, groups }) => {
    const domain = groups?.['domain']
    if (domain !== undefined && !hasTopLevelDomain(domain)) return []
    let shown = whole.replace(/[.,;:!?]$/, '')
    if (shown.endsWith(')') && !shown.includes('(')) shown = shown.slice(0, -1)
    const uri = domain === undefined ? shown : `https://${shown}`
    if (!URL.canParse(uri)) return []
    return [{ at: index, length: shown.length, feature: { $type: `${TYPE}#link`, uri } }]
  })
}

/** A tag contains something other than digits and punctuation: `#1` is not a tag. */
function findTags(text: string): Match[] {
  const matches = text.matchAll(/(?<=^|\s)[#＃](?<tag>[^\s\u00ad\u200a-\u200d\u2060]+)/gu)
  return [...matches].flatMap(({ index, groups }) => {
    const tag = (groups?.['tag'] ?? '').replace(/\p{P}+$/u, '')
    if (!/[^\d\p{P}]/u.test(tag) || tag.startsWith('\ufe0f') || measureLength(tag, 'graphemes') > 64) return []
    return [{ at: index, length: tag.length + 1, feature: { $type: `${TYPE}#tag`, tag } }]
  })
}

function findMentions(text: string): { at: number; handle: string }[] {
  const matches = text.matchAll(/(?<=^|[\s(])@(?<handle>[a-z0-9.-]+\b)/gi)
  return [...matches]
    .map(({ index, groups }) => ({ at: index, handle: groups?.['handle'] ?? '' }))
    .filter(({ handle }) => hasTopLevelDomain(handle) || handle.endsWith('.test'))
}

function hasTopLevelDomain(domain: string): boolean {
  return topLevelDomains.has(domain.slice(domain.lastIndexOf('.') + 1))
}
