import { isUtf8 } from 'node:buffer'
import secureJson from 'secure-json-parse'
import { InvalidRequest, invalidValue, type Violation } from '../../kit/declare/errors.ts'
import { unicodeViolation } from '../../kit/declare/violations.ts'

const DEPTH_MAX = 200
/** More than the rows of a bulk job. */
const VALUES_MAX = 150_000
/** Field names cost many times as much as values: the parser looks each of them up in a table. */
const NAMES_MAX = 10_000

/** Parses a body; undefined when it is blank. Throws 422 when it is not JSON or cannot be stored as it was sent. */
export function readJson(bytes: Uint8Array): unknown {
  // Other bytes would become replacement characters that were never sent.
  if (!isUtf8(bytes)) throw new InvalidRequest([unicodeViolation(['body'])])
  const excess = findExceededLimit(bytes)
  if (excess) throw new InvalidRequest([invalidValue(['body'], excess)])
  return parseJson(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString())
}

export function parseJson(text: string): unknown {
  if (text.trim() === '') return undefined
  let value: unknown
  try {
    value = secureJson.parse(text)
  } catch (error) {
    throw new InvalidRequest([syntaxViolation(text, error as Error)])
  }
  // Only a text with such an escape, exponent or run of digits can contain values that cannot be stored as sent.
  const hasLongNumber = LONG_NUMBER.test(text)
  if (hasLongNumber || /\\u(?:0000|d[89a-f])|e\+?\d{3}/i.test(text)) {
    const violation = findUnstorable(value, hasLongNumber ? findInexact(text) : undefined)
    if (violation) throw new InvalidRequest([violation])
  }
  return value
}

const [QUOTE, BACKSLASH, COMMA, COLON, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from('"\\,:[]{}')
const [MINUS, ZERO = 0, NINE = 0] = Buffer.from('-09')

/**
 * Returns the limit that a body exceeds, counted before it is parsed. Deep nesting would overflow the stack of code that walks
 * the value later, even in PostgreSQL. Many small values take far longer to parse and to walk than their bytes suggest.
 */
function findExceededLimit(bytes: Uint8Array): string | undefined {
  if (bytes.length <= 2 * DEPTH_MAX) return undefined
  let depth = 0
  let values = 0
  let names = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === QUOTE) {
      for (at++; at < bytes.length && bytes[at] !== QUOTE; at++) if (bytes[at] === BACKSLASH) at++
    } else if (byte === COMMA) {
      if (++values > VALUES_MAX) return `the body has more than ${VALUES_MAX} values`
    } else if (byte === COLON) {
      if (++names > NAMES_MAX) return `the body has more than ${NAMES_MAX} fields`
    } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      if (++depth > DEPTH_MAX) return `the body is nested deeper than ${DEPTH_MAX} levels`
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth--
  }
  return undefined
}

function syntaxViolation(text: string, error: Error): Violation {
  const token = /^Unexpected token '.'/su.exec(error.message)?.[0]
  const reported = Number(/position (\d+)/.exec(error.message)?.[1] ?? text.length)
  const position = token === undefined ? reported : findTokenPosition(text)
  const reason = token ?? error.message.replace(/ (?:in|after) JSON at position.*$/, '')
  return { type: 'json_invalid', loc: ['body', position], msg: 'JSON decode error', ctx: { error: reason } }
}

const SEARCHED_MAX = 65_536

/** The parser reports no position for this error: it is where a longer prefix first fails the same way. */
function findTokenPosition(text: string): number {
  let good = 0
  let bad = Math.min(text.length, SEARCHED_MAX)
  if (!failsAtToken(text.slice(0, bad))) return text.length
  while (bad - good > 1) {
    const middle = (good + bad) >> 1
    if (failsAtToken(text.slice(0, middle))) bad = middle
    else good = middle
  }
  return good
}

function failsAtToken(text: string): boolean {
  try {
    JSON.parse(text)
    return false
  } catch (error) {
    return (error as Error).message.startsWith('Unexpected token')
  }
}

/** A number with fewer digits is exact. */
const LONG_NUMBER = /(?:^|[[,:\s])-?\d{16}/

/** Finds the integers that JavaScript changes silently, such as ids of other systems, with their original text. */
function findInexact(text: string): Map<number, string> {
  const found = new Map<number, string>()
  for (let at = 0; at < text.length && found.size < INEXACT_MAX; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      for (at++; text.charCodeAt(at) !== QUOTE; at++) if (text.charCodeAt(at) === BACKSLASH) at++
    } else if (code === MINUS || (code >= ZERO && code <= NINE)) {
      const source = readNumber(text, at)
      at += source.length - 1
      const value = Number(source)
      const isLong = Number.isInteger(value) && !Number.isSafeInteger(value) && /^-?\d+$/.test(source)
      if (isLong && BigInt(value) !== BigInt(source)) found.set(value, source)
    }
  }
  return found
}

function readNumber(text: string, at: number): string {
  NUMBER.lastIndex = at
  return NUMBER.exec(text)?.[0] ?? ''
}

const NUMBER = /-?[\d.e+-]+/iy

/**
 * Only one is reported. A few more are collected in case the parser has dropped the first: of two fields with the same name it
 * keeps the last.
 */
const INEXACT_MAX = 100

type MakeViolation = (loc: readonly (string | number)[]) => Violation

function findUnstorable(value: unknown, inexact = new Map<number, string>()): Violation | undefined {
  const loc: (string | number)[] = []
  const found = unstorableIn(value, inexact, loc)
  return found?.(['body', ...loc.toReversed()])
}

/** Fills `loc` from the inside out when something is found: a path for every value would cost more than the walk. */
function unstorableIn(
  value: unknown,
  inexact: ReadonlyMap<number, string>,
  loc: (string | number)[],
): MakeViolation | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : unicodeViolation
  if (typeof value === 'number') {
    const source = inexact.get(value)
    return source === undefined ? (Number.isFinite(value) ? undefined : infinite) : (at) => changed(at, source)
  }
  if (value === null || typeof value !== 'object') return undefined
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) {
      const found = unstorableIn(value[at], inexact, loc)
      if (found) return (loc.push(at), found)
    }
    return undefined
  }
  for (const key in value) {
    if (!isStorable(key)) return unicodeViolation
    const found = unstorableIn(value[key as keyof typeof value], inexact, loc)
    if (found) return (loc.push(key), found)
  }
  return undefined
}

function infinite(loc: readonly (string | number)[]): Violation {
  return { type: 'finite_number', loc, msg: 'Input should be a finite number' }
}

function changed(loc: readonly (string | number)[], source: string): Violation {
  const msg = `Unable to keep an integer of more than ${Number.MAX_SAFE_INTEGER} exactly; send it as a string`
  return { type: 'int_parsing_size', loc, msg, input: source }
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}
