import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import secureJson from 'secure-json-parse'
import { InvalidRequest, invalidValue, type Violation } from '../kit/errors.ts'
import { spreadOut } from './large-bodies.ts'
import { unicodeViolation } from './violations.ts'

/** Stands for a body that was sent as something other than JSON. */
export const UNREADABLE = Symbol('not JSON')

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is kept as it was sent. */
    rawBody?: boolean
    /** The endpoint declares a body, also of one that is kept raw. */
    hasBody?: boolean
  }
  interface FastifyRequest {
    /** The body as it was sent; empty unless the endpoint declares `rawBody`. */
    rawText: string
  }
}

export function readBodies(app: FastifyInstance): void {
  app.decorateRequest('rawText', '')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(/^application\/(?:[\w.+-]+\+)?json\b/, { parseAs: 'buffer' }, (request, bytes, done) => {
    spreadOut(bytes.length, () => {
      try {
        const text = decode(bytes as Buffer)
        const { rawBody, hasBody } = request.routeOptions.config
        if (rawBody) request.rawText = text
        done(null, rawBody && !hasBody ? undefined : parseJson(text))
      } catch (error) {
        done(error as Error)
      }
    })
  })
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, bytes, done) => {
    const { rawBody, hasBody } = request.routeOptions.config
    if (rawBody) request.rawText = bytes.toString()
    done(null, bytes.length === 0 || (rawBody && !hasBody) ? undefined : UNREADABLE)
  })
}

/** Bytes that are no text would otherwise become question marks that nobody sent. */
function decode(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new InvalidRequest([unicodeViolation(['body'])])
  return bytes.toString()
}

export function parseJson(text: string): unknown {
  if (text.trim() === '') return undefined
  if (isTooDeep(text))
    throw new InvalidRequest([invalidValue(['body'], `the body is nested deeper than ${DEPTH_MAX} levels`)])
  let value: unknown
  try {
    value = secureJson.parse(text)
  } catch (error) {
    throw new InvalidRequest([syntaxViolation(text, error as Error)])
  }
  // Only a text with such an escape or exponent can hold what PostgreSQL could not store as it was sent.
  if (/\\u(?:0000|d[89a-f])|[eE]\+?\d{3}|\d{200}/i.test(text)) {
    const violation = findUnstorable(value, ['body'])
    if (violation) throw new InvalidRequest([violation])
  }
  return value
}

function syntaxViolation(text: string, error: Error): Violation {
  const token = /^Unexpected token '.'/su.exec(error.message)?.[0]
  const said = Number(/position (\d+)/.exec(error.message)?.[1] ?? text.length)
  const position = token === undefined ? said : placeOfToken(text)
  const reason = token ?? error.message.replace(/ (?:in|after) JSON at position.*$/, '')
  return { type: 'json_invalid', loc: ['body', position], msg: 'JSON decode error', input: {}, ctx: { error: reason } }
}

const SEARCHED_MAX = 65_536

/** The parser tells the place of every mistake but this one: it is where a longer beginning first fails the same way. */
function placeOfToken(text: string): number {
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

function findUnstorable(value: unknown, loc: readonly (string | number)[]): Violation | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : unicodeViolation(loc)
  if (typeof value === 'number')
    return Number.isFinite(value)
      ? undefined
      : { type: 'finite_number', loc, msg: 'Input should be a finite number', input: null }
  if (value === null || typeof value !== 'object') return undefined
  for (const [key, inner] of Object.entries(value)) {
    if (!isStorable(key)) return unicodeViolation(loc)
    const violation = findUnstorable(inner, [...loc, Array.isArray(value) ? Number(key) : key])
    if (violation) return violation
  }
  return undefined
}

const DEPTH_MAX = 200

/** Deep nesting would overflow the stack of whatever walks the value later, PostgreSQL's too. */
function isTooDeep(text: string): boolean {
  if (text.length <= 2 * DEPTH_MAX) return false
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (char === '"') for (at++; at < text.length && text[at] !== '"'; at++) at += Number(text[at] === '\\')
    else if (char === '{' || char === '[') depth++
    else if (char === '}' || char === ']') depth--
    if (depth > DEPTH_MAX) return true
  }
  return false
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}
