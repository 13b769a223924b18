import { maskSecrets } from '../../kit/log.ts'
import type { PlatformResponse } from '../exchange.ts'
import { type FailureKind, PlatformError } from '../platform-error.ts'

interface KnownError {
  readonly kind: FailureKind
  readonly rule: string
  readonly message: string
  readonly remediation: string
}

const refusal = (rule: string, message: string, remediation: string): KnownError => ({
  kind: 'invalid',
  rule: `discord.${rule}`,
  message,
  remediation,
})

const RIGHTS = 'Give the bot the permissions View Channel, Send Messages, Attach Files and Read Message History there.'
const missing = refusal('channel.permissions', 'The bot may not do this in the channel.', RIGHTS)
const gone = refusal(
  'channel.not_found',
  'The channel or the server no longer exists, or the bot is not in it.',
  RIGHTS,
)
const tooLarge = refusal('media.max_bytes', 'The files are too large for this server.', 'Use smaller files.')
const refused: KnownError = {
  kind: 'auth',
  rule: 'discord.token.refused',
  message: 'Discord does not accept the token of the bot.',
  remediation: 'Connect the account again with a new token from the Developer Portal.',
}

/** Discord's own codes, in `code` of the body. */
const CODES: Readonly<Record<number, KnownError>> = {
  10003: gone,
  10004: gone,
  10007: gone,
  10008: refusal('message.not_found', 'The message is gone.', 'No action.'),
  40001: refused,
  40005: tooLarge,
  50001: missing,
  50006: refusal('post.empty', 'A message needs a text, a file or an embed.', 'Add one of them.'),
  50007: refusal('recipient.closed', 'Discord does not deliver messages to this person.', 'No action.'),
  50008: refusal('channel.type', 'This channel takes no messages.', 'Choose a text or announcement channel.'),
  50013: missing,
  50014: refused,
  50024: refusal('channel.type', 'This channel takes no messages.', 'Choose a text or announcement channel.'),
  50035: refusal('form.invalid', 'Discord does not accept the content.', 'Correct what the message names.'),
  50045: tooLarge,
  160002: missing,
  200000: refusal(
    'automod.blocked',
    "The server's AutoMod blocked the message.",
    "Change the text, or the server's rules.",
  ),
  200001: refusal(
    'automod.title',
    "The server's AutoMod blocked the title.",
    "Change the text, or the server's rules.",
  ),
  240000: refusal('link.harmful', 'The text has a link that Discord blocks as harmful.', 'Remove the link.'),
}

/** Codes for limits that do not come with the status 429. */
const LIMITS: Readonly<Record<number, number>> = { 20016: 60, 20028: 60, 20031: 60, 40062: 60, 130000: 30 }

export function classify({ status, headers, body }: PlatformResponse): PlatformError | undefined {
  const code = Number(body?.code ?? 0)
  const text = typeof body?.message === 'string' ? body.message : ''
  const message = maskSecrets(`${text}${describeFormErrors(body?.errors)}`).slice(0, 300)
  const platformResponse = { status, code: String(code), message }
  if (status === 429 || code in LIMITS)
    return new PlatformError('rate_limited', 'Discord refuses more requests for now.', {
      rule: code === 20016 ? 'discord.channel.slowmode' : 'discord.rate_limit',
      platformResponse,
      retryAfterSeconds: Math.max(
        1,
        Math.ceil(Number(body?.retry_after) || Number(headers['retry-after']) || LIMITS[code] || 60),
      ),
    })
  if (status >= 500) return undefined
  const found = CODES[code] ?? (status === 401 ? refused : status === 413 ? tooLarge : undefined)
  if (!found) return undefined
  const { kind, rule, message: reason, remediation } = found
  return new PlatformError(kind, reason, { rule, remediation, platformResponse })
}

/** `errors` of a form is a tree whose leaves are `_errors`: the first leaves, with their paths. */
function describeFormErrors(errors: unknown): string {
  const found: string[] = []
  const walk = (node: unknown, path: string, depth: number) => {
    if (typeof node !== 'object' || node === null || depth > 8 || found.length > 3) return
    for (const [name, below] of Object.entries(node))
      if (name === '_errors' && Array.isArray(below)) found.push(`${path}: ${String(below[0]?.message ?? '')}`)
      else walk(below, path ? `${path}.${name}` : name, depth + 1)
  }
  walk(errors, '', 0)
  return found.length > 0 ? ` (${found.join('; ')})` : ''
}

export function hasRule(error: unknown, rule: string): boolean {
  return error instanceof PlatformError && error.rule === `discord.${rule}`
}
