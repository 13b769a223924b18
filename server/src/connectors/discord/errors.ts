import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import type { PlatformResponse } from '../api/exchange.ts'
import { createPlatformErrors, type KnownError, readSeconds, refuse } from '../api/known-errors.ts'
import { tryRead } from '../api/response.ts'
import type { PlatformError } from '../platform-error.ts'
import { discord } from './platform.ts'

export const { createError, hasRule } = createPlatformErrors(discord)

const PERMISSIONS =
  'Give the bot the permissions View Channel, Send Messages, Attach Files and Read Message History there.'
const FORBIDDEN = refuse('channel.permissions', 'The bot may not do this in the channel.', PERMISSIONS)
const GONE = refuse(
  'channel.not_found',
  'The channel or the server no longer exists, or the bot is not in it.',
  PERMISSIONS,
)
const NOT_TEXT = refuse('channel.type', 'This channel takes no messages.', 'Choose a text or announcement channel.')
const TOO_LARGE = refuse('media.max_bytes', 'The files are too large for this server.', 'Use smaller files.')
const TOKEN_REFUSED: KnownError = {
  kind: 'auth',
  rule: 'token.refused',
  message: 'Discord does not accept the token of the bot.',
  remediation: 'Connect the account again with a new token from the Developer Portal.',
}
const LIMITED: KnownError = {
  kind: 'rate_limited',
  rule: 'rate_limit',
  message: 'Discord refuses more requests for now.',
}

/** Discord's own codes, in `code` of the body. Those of limits may come with another status than 429. */
const CODES: Readonly<Record<number, KnownError>> = {
  10003: GONE,
  10004: GONE,
  10007: GONE,
  10008: refuse('message.not_found', 'The message is gone.', 'No action.'),
  20016: { ...LIMITED, rule: 'channel.slowmode' },
  20028: LIMITED,
  20031: LIMITED,
  40001: TOKEN_REFUSED,
  40005: TOO_LARGE,
  40062: LIMITED,
  50001: FORBIDDEN,
  50006: refuse('post.empty', 'A message needs a text, a file or an embed.', 'Add one of them.'),
  50007: refuse('recipient.closed', 'Discord does not deliver messages to this person.', 'No action.'),
  50008: NOT_TEXT,
  50013: FORBIDDEN,
  50014: TOKEN_REFUSED,
  50024: NOT_TEXT,
  50035: refuse('form.invalid', 'Discord does not accept the content.', 'Correct what the message names.'),
  50045: TOO_LARGE,
  130000: { ...LIMITED, retryAfterSeconds: 30 },
  160002: FORBIDDEN,
  200000: refuse(
    'automod.blocked',
    "The server's AutoMod blocked the message.",
    "Change the text, or the server's rules.",
  ),
  200001: refuse('automod.title', "The server's AutoMod blocked the title.", "Change the text, or the server's rules."),
  240000: refuse('link.harmful', 'The text has a link that Discord blocks as harmful.', 'Remove the link.'),
}

const STATUSES: Readonly<Record<number, KnownError>> = { 401: TOKEN_REFUSED, 413: TOO_LARGE }

const Refusal = Type.Object({
  code: Maybe(Type.Integer()),
  message: Maybe(Type.String()),
  errors: Maybe(Type.Unknown()),
  retry_after: Maybe(Type.Unknown()),
})

/** Returns the error of a refusal; undefined when only the status says something. */
export function classifyError({ status, headers, body }: PlatformResponse): PlatformError | undefined {
  const { code, message, errors, retry_after } = tryRead(Refusal, body) ?? {}
  const named = CODES[code ?? 0] ?? STATUSES[status]
  const known = status === 429 && named?.kind !== 'rate_limited' ? LIMITED : named
  if (!known || (status >= 500 && known.kind !== 'rate_limited')) return undefined
  const seconds = Number(retry_after) > 0 ? Math.ceil(Number(retry_after)) : readSeconds(headers, 'retry-after')
  const details = `${message ?? ''}${describeFormErrors(errors)}`
  return createError(known, { status, code: String(code ?? 0), message: details }, seconds)
}

const FormErrors = Type.Array(Type.Object({ message: Type.String() }), { minItems: 1 })

/** Describes the first errors of a form with their paths. `errors` is a tree whose leaves are `_errors`. */
function describeFormErrors(errors: unknown): string {
  const found: string[] = []
  const walk = (node: unknown, path: string, depth: number) => {
    if (typeof node !== 'object' || node === null || depth > 8 || found.length > 3) return
    for (const [name, below] of Object.entries(node))
      if (name === '_errors') found.push(`${path}: ${tryRead(FormErrors, below)?.[0]?.message ?? ''}`)
      else walk(below, path ? `${path}.${name}` : name, depth + 1)
  }
  walk(errors, '', 0)
  return found.length > 0 ? ` (${found.join('; ')})` : ''
}
