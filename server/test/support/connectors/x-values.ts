import type { FakeReply } from './loopback.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- responses of every shape
type Any = any

export class Refusal extends Error {
  readonly reply: FakeReply
  constructor(status: number, detail: string, type = 'about:blank', headers: Record<string, string> = {}) {
    super(detail)
    this.reply = { status, body: { title: TITLES[status] ?? 'Invalid Request', detail, type, status }, headers }
  }
}

const TITLES: Record<number, string> = {
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too Many Requests',
}
export const ok = (body: unknown): FakeReply => ({ status: 200, body })
export const problem = (name: string) => `https://api.x.com/2/problems/${name}`
export const notFound = () => new Refusal(404, 'Could not find it.', problem('resource-not-found'))

const EPOCH = 1_288_834_974_657n
let last = 0

/** Returns an id, with the time in its upper bits. */
export function nextSnowflake(): string {
  return String(((BigInt(Date.now()) - EPOCH) << 22n) + BigInt(++last % 4_000_000))
}

/** Changes a text as X does: shortens links, adds one for the media, escapes HTML, and cuts long texts. */
export function shownText(text: string, mediaKeys: readonly string[]): Any {
  const urls: Any[] = []
  const shortened = text.replaceAll(/https?:\/\/[^\s]+/g, (link) => {
    const url = `https://t.co/${String(urls.length).padStart(10, 'a')}`
    urls.push({ url, expanded_url: link, start: 0, end: 0, display_url: link })
    return url
  })
  const escaped = shortened.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const links = mediaKeys.slice(0, 1).map((media_key) => ({
    url: `https://t.co/m${media_key.slice(-9)}`,
    expanded_url: `https://x.com/someone/status/1/photo/1`,
    start: 0,
    end: 0,
    media_key,
  }))
  const whole = [escaped, ...links.map(({ url }) => url)].join(' ').trim()
  const entities = { urls: [...urls, ...links] }
  if (escaped.length <= 280) return { text: whole, entities }
  return { text: `${escaped.slice(0, 270)}…`, entities, note_post: { text: escaped, entities: { urls } } }
}

/** Keeps the requested fields of an object. */
export function pick(of: Any, fields: string | null, always: readonly string[] = []): Any {
  const names = new Set([...(fields ?? '').split(','), ...always])
  return Object.fromEntries(Object.entries(of).filter(([name, value]) => names.has(name) && value !== undefined))
}
