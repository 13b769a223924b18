import { randomBytes } from 'node:crypto'
import type { FakeReply } from './loopback.ts'

export class Refusal extends Error {
  readonly reply: FakeReply
  constructor(status: number, code: string, message: string, more: object = {}) {
    super(message)
    this.reply = { status, body: { status, code, message, ...more } }
  }
}

export const nonce = () => randomBytes(20).toString('base64url')
export const ok = (body: unknown): FakeReply => ({ status: 200, body })
export const denied = (what: string) =>
  new Refusal(403, 'ACCESS_DENIED', `Not enough permissions to access: ${what}`, { serviceErrorCode: 100 })
export const notFound = () => new Refusal(404, 'NOT_FOUND', 'Entity not found')
let last = 0

/** Returns an id, with the time in its upper bits. */
export function nextUrnId(): string {
  return String((BigInt(Date.now()) << 22n) + BigInt(++last % 4_000_000))
}

export const formatPersonName = (person: string) => `${person.slice(0, 1).toUpperCase()}${person.slice(1)} Example`

const DAY_MS = 86_400_000
export const isFresh = (time: number) => Date.now() - time < DAY_MS

export function urnsIn(list: string | null): string[] {
  return /^List\((.+)\)$/.exec(list ?? '')?.[1]?.split(',') ?? []
}

/** Returns the text that LinkedIn shows of a `commentary`: an unescaped reserved character ends it, without an error. */
export function publishedText(little: string): string {
  let shown = ''
  for (let rest = little; rest !== ''; ) {
    const element =
      /^\{hashtag\|\\#\|(?<tag>[\p{L}\p{N}]+)\}/u.exec(rest) ??
      /^@\[(?<name>(?:\\.|[^\\[\]])+)\]\(urn:li:(?:person|organization):[\w-]+\)/.exec(rest) ??
      /^\\(?<char>.)/s.exec(rest) ??
      /^(?<plain>[^\\|{}@[\]()<>#*_~]+)/.exec(rest)
    if (!element) return shown
    const { tag, name, char, plain } = element.groups ?? {}
    shown += tag === undefined ? (name ?? char ?? plain ?? '') : `#${tag}`
    rest = rest.slice(element[0].length)
  }
  return shown
}

const TOTAL = {
  impressionCount: 40,
  uniqueImpressionsCount: 30,
  clickCount: 5,
  likeCount: 4,
  commentCount: 3,
  shareCount: 2,
  engagement: 0.35,
}

/** Builds the figures of the last day of an interval, or of posts. */
export function buildStatistics(query: URLSearchParams, isKnown: (urn: string) => boolean): object[] {
  const of = { organizationalEntity: query.get('organizationalEntity'), totalShareStatistics: TOTAL }
  const intervals = query.get('timeIntervals')
  if (intervals !== null) {
    const end = /^\(timeRange:\(start:\d+,end:(\d+)\),timeGranularityType:DAY\)$/.exec(intervals)?.[1]
    if (end === undefined) throw new Refusal(400, 'ILLEGAL_ARGUMENT', 'bad timeIntervals')
    return [{ ...of, timeRange: { start: Number(end) - DAY_MS, end: Number(end) } }]
  }
  const kind = query.has('ugcPosts') ? 'ugcPost' : 'share'
  return urnsIn(query.get(`${kind}s`))
    .filter(isKnown)
    .map((urn) => ({ ...of, [kind]: urn }))
}
