import { createHash } from 'node:crypto'
import { createYielder } from '../../../kit/cooperative.ts'

interface RequestParts {
  readonly method: string
  readonly url: string
  readonly body: unknown
  /** The calling API key: another key never gets this key's response. */
  readonly keyId: string
}

const PIECE_CHARS = 65_536

/** Identifies a request in 32 bytes; the order of fields and of parameters does not matter. */
export async function hashRequest({ method, url, body, keyId }: RequestParts): Promise<Buffer> {
  const [path, query] = /^([^?]*)(.*)$/s.exec(url)?.slice(1) ?? []
  const search = new URLSearchParams(query)
  search.sort()
  const hash = createHash('sha256')
  const yielder = createYielder()
  let text = ''
  for (const piece of canonical([method, path, search.toString(), body, keyId])) {
    text += piece
    if (text.length < PIECE_CHARS) continue
    hash.update(text)
    text = ''
    if (yielder.isDue()) await yielder.yield()
  }
  return hash.update(text).digest()
}

/** JSON punctuation between values. */
class Punctuation {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}
const [OPEN, CLOSE, COMMA] = ['[', ']', ','].map((text) => new Punctuation(text))

/** Yields the value as JSON, in short pieces; an object is written as the sorted list of its names and values. */
function* canonical(value: unknown): Generator<string> {
  const stack: unknown[] = [value]
  while (stack.length > 0) {
    const next = stack.pop()
    if (next instanceof Punctuation) yield next.text
    else if (typeof next === 'string' && next.length > PIECE_CHARS) yield* pieces(next)
    else if (next === null || typeof next !== 'object') yield JSON.stringify(next) ?? 'null'
    else {
      const items: unknown[] = Array.isArray(next) ? next : sorted(next)
      stack.push(CLOSE)
      for (let at = items.length - 1; at >= 0; at--) stack.push(items[at], at === 0 ? OPEN : COMMA)
      if (items.length === 0) stack.push(OPEN)
    }
  }
}

function sorted(object: object): [string, unknown][] {
  return Object.entries(object).toSorted(([a], [b]) => (a < b ? -1 : 1))
}

/** Yields a long text as JSON in pieces, without splitting a surrogate pair. */
function* pieces(text: string): Generator<string> {
  yield '"'
  for (let at = 0; at < text.length; ) {
    const isPairCut = (text.charCodeAt(at + PIECE_CHARS - 1) & 0xfc00) === 0xd800
    const end = at + PIECE_CHARS + Number(isPairCut)
    yield JSON.stringify(text.slice(at, end)).slice(1, -1)
    at = end
  }
  yield '"'
}
