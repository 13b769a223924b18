import type { IncomingHttpHeaders } from 'node:http'
import type { Violation } from '../../kit/declare/errors.ts'
import { maskSecrets } from '../../kit/log/log.ts'

/** A request as it was sent: no defaults are filled in, and query texts are not converted to numbers. */
export interface OriginalRequest {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
  readonly headers?: IncomingHttpHeaders
}

export interface ShownViolation extends Violation {
  readonly input: unknown
}

const TEXT_MAX = 256
const SHOWN_CHARACTERS = 1024
/** Longer texts are cut before they are searched for secrets. */
const MASKED_MAX = 4096
const REDACTED = '[redacted]'
const MORE = '…'
const SECRET_NAME = /pass(word)?|secret|token|^pin$|credential|authorization|api_?key|^code$/i
const URL_NAME = /ur[il]$/i

/** Adds to each violation the input at its location, so that the caller recognises it: never a secret, never long. */
export function showViolations(violations: readonly Violation[], sent: OriginalRequest): ShownViolation[] {
  return violations.map(({ type, loc, msg, ctx, ...given }) => {
    // A missing field is shown by its parent.
    const place = type === 'missing' ? loc.slice(0, -1) : loc
    const value = given.input ?? valueAt(sent, place) ?? null
    const input = shortened(value, String(place.at(-1)), { left: SHOWN_CHARACTERS, isSecret: place.some(isSecretName) })
    return {
      type,
      loc: loc.map((step) => (typeof step === 'string' ? clipped(step) : step)),
      msg,
      input,
      ...(ctx && { ctx }),
    }
  })
}

function valueAt({ params, query, body, headers }: OriginalRequest, [part, ...steps]: Violation['loc']): unknown {
  if (part === 'header') return headers?.[String(steps[0]).toLowerCase()]
  let value = { path: params, query, body }[String(part)]
  for (const step of steps) {
    // A list in a query is one text: it is shown as a whole.
    if (typeof value !== 'object' || value === null) return value
    value = Object.hasOwn(value, step) ? value[step as never] : undefined
  }
  return value
}

interface DisplayBudget {
  /** Number of characters that may still be shown. */
  left: number
  /** Names are shown, values are not. */
  readonly isSecret: boolean
}

/** Copies as much as fits: the rest of a list or an object is an ellipsis. */
function shortened(value: unknown, name: string, room: DisplayBudget): unknown {
  room.left -= 2
  if (typeof value !== 'object' || value === null) {
    const shown = room.isSecret && value !== null ? REDACTED : typeof value === 'string' ? masked(value, name) : value
    room.left -= String(shown).length
    return shown
  }
  const isList = Array.isArray(value)
  const copy: [string, unknown][] = []
  for (const key in value) {
    if (room.left <= 0) {
      copy.push([MORE, MORE])
      break
    }
    if (!isList) room.left -= Math.min(key.length, TEXT_MAX)
    const inner = { left: room.left, isSecret: room.isSecret || (!isList && isSecretName(key)) }
    copy.push([masked(key, ''), shortened(value[key as never], isList ? name : key, inner)])
    room.left = inner.left
  }
  return isList ? copy.map(([, item]) => item) : Object.fromEntries(copy)
}

function masked(text: string, name: string): string {
  const plain = URL_NAME.test(name) ? withoutUserInfo(text) : text
  return clipped(maskSecrets(plain.slice(0, MASKED_MAX)))
}

/** Removes everything before the last @ of a text that is meant as a URL, even if it is not a valid one. */
function withoutUserInfo(text: string): string {
  const [, scheme = ''] = /^((?:[a-z][a-z0-9+.-]{0,31}:)?\/{0,2})/i.exec(text) ?? []
  const end = text.lastIndexOf('@')
  if (end < 0 || isPath(text.slice(scheme.length, end))) return text
  return `${scheme}${REDACTED}${text.slice(end)}`
}

/** Returns true if the @ is in the path or the query of a host without a user, as in `https://example.com/@ada`. */
function isPath(before: string): boolean {
  return /^[\w.-]+(?::\d{1,5})?[/?#]/.test(before)
}

/** A long name may contain a secret itself. */
function isSecretName(name: string | number): boolean {
  return typeof name === 'string' && (name.length > TEXT_MAX || SECRET_NAME.test(name))
}

function clipped(text: string): string {
  return text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}…` : text
}
