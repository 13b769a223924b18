import type { Input, Item } from '../../../api/client.ts'
import { formatNumber } from '../../../components/time/time.ts'
import type { Tone } from '../../../components/tone.ts'

export type ListedRequest = Item<'requests.list'>
export type RequestQuery = NonNullable<Input<'requests.list'>['query']>

export const OUTCOMES: Readonly<Record<ListedRequest['outcome'], { word: string; tone: Tone }>> = {
  found: { word: 'Found', tone: 'good' },
  not_found: { word: 'Not found', tone: 'quiet' },
  running: { word: 'Running', tone: 'info' },
  failed: { word: 'Failed', tone: 'bad' },
  unmetered: { word: 'Unmetered', tone: 'quiet' },
}

const STATUS_WORDS: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No content',
  400: 'Bad request',
  401: 'Unauthorized',
  402: 'Payment required',
  403: 'Forbidden',
  404: 'Not found',
  409: 'Conflict',
  412: 'Changed meanwhile',
  413: 'Too large',
  422: 'Invalid',
  429: 'Too many requests',
  500: 'Server error',
  502: 'Upstream error',
  503: 'Unavailable',
  504: 'Upstream timeout',
}

/** Describes an HTTP status, such as `404 Not found`. */
export function describeStatus(status: number): { label: string; tone: Tone } {
  const word = STATUS_WORDS[status]
  return { label: word ? `${status} ${word}` : `${status}`, tone: findTone(status) }
}

function findTone(status: number): Tone {
  if (status >= 500) return 'bad'
  if (status >= 400) return 'warn'
  return status >= 300 ? 'quiet' : 'good'
}

/** Formats a duration: `12 ms`, `1.4 s`. */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${formatNumber(ms, { maximumFractionDigits: ms < 10 ? 1 : 0 })} ms`
  return `${formatNumber(ms / 1000, { maximumFractionDigits: 1 })} s`
}

/** Formats a size: `512 B`, `1.4 kB`. */
export function formatSize(bytes: number): string {
  if (bytes < 1000) return `${formatNumber(bytes)} B`
  if (bytes < 1_000_000) return `${formatNumber(bytes / 1000, { maximumFractionDigits: 1 })} kB`
  return `${formatNumber(bytes / 1_000_000, { maximumFractionDigits: 1 })} MB`
}

/** Names the caller of a request: the name of the key, app or user, or else the prefix of the key or the id. */
export function nameCaller({ name, key_prefix: prefix, kind, id }: ListedRequest['caller']): string {
  if (name) return name
  if (prefix) return `${prefix}…`
  return kind === 'link' ? 'Portal link' : id
}

/** Writes the request as a shell command. Its body is not stored: the command has a place for it. */
export function toCurl(method: string, path: string, origin: string): string {
  const hasBody = method === 'POST' || method === 'PUT' || method === 'PATCH'
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}'${origin}${path.replaceAll("'", '%27')}'`,
    `-H "Authorization: Bearer $QUOIN_API_KEY"`,
    ...(hasBody ? [`-H 'Content-Type: application/json'`, `-d @body.json`] : []),
  ].join(' \\\n  ')
}

/** Extracts the request ID from pasted text such as a header, a log line or an error. */
export function requestIdIn(text: string): string | undefined {
  return /req_[0-9A-Za-z]+/.exec(text)?.[0]
}
