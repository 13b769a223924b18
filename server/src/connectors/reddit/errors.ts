import { Type } from '../../kit/declare/type.ts'
import { maskSecrets } from '../../kit/log/log.ts'
import type { PlatformResponse } from '../api/exchange.ts'
import { createPlatformErrors, type KnownError, readSeconds, refuse } from '../api/known-errors.ts'
import { tryRead } from '../api/response.ts'
import type { PlatformError } from '../platform-error.ts'
import { reddit } from './platform.ts'

export const { createError, hasRule } = createPlatformErrors(reddit)

const TOKEN_REFUSED: KnownError = {
  kind: 'auth',
  rule: 'token.refused',
  message: 'Reddit no longer accepts this sign-in.',
  remediation: 'Connect the account again.',
}
const RATE_LIMITED: KnownError = {
  kind: 'rate_limited',
  rule: 'rate_limit',
  message: 'Reddit refuses more requests for now.',
}
const COOLDOWN: KnownError = {
  kind: 'rate_limited',
  rule: 'cooldown',
  message: 'Reddit asks the account to wait before it writes again.',
  retryAfterSeconds: 600,
}
const SCOPE_MISSING = refuse(
  'scope.missing',
  'The sign-in does not allow this.',
  'Connect the account again and allow it.',
)
const FORBIDDEN = refuse(
  'forbidden',
  'Reddit does not let the account do this.',
  'It may need to be a moderator there.',
)
const NOT_FOUND = refuse('not_found', 'It is not on Reddit.', 'It may have been deleted.')
const NO_SUBREDDIT = refuse(
  'subreddit.not_found',
  'The subreddit does not exist, or is private or banned.',
  'Choose another subreddit.',
)
const INVALID_LINK = refuse('link.invalid', 'The address of the link is not valid.', 'Correct the option url.')
const CLOSED = refuse('comment.closed', 'Replies are no longer possible here.', 'No action.')
const NO_USER = refuse('recipient.not_found', 'There is no such person on Reddit.', 'No action.')

/** The codes in `json.errors`, which come with the status 200. */
const CODES: ReadonlyMap<string, KnownError> = new Map(
  Object.entries({
    RATELIMIT: COOLDOWN,
    QUOTA_FILLED: COOLDOWN,
    USER_REQUIRED: TOKEN_REFUSED,
    BAD_SR_NAME: NO_SUBREDDIT,
    SUBREDDIT_NOEXIST: NO_SUBREDDIT,
    SUBREDDIT_NOTALLOWED: refuse(
      'subreddit.not_allowed',
      'The account may not post in this subreddit.',
      'Ask its moderators, or choose another subreddit. Some want older accounts or more karma.',
    ),
    NO_TEXT: refuse('post.empty', 'A part of the post is empty.', 'Add what the message names.'),
    NO_URL: INVALID_LINK,
    BAD_URL: INVALID_LINK,
    TOO_LONG: refuse('text.max_characters', 'The title or the text is too long.', 'Shorten what the message names.'),
    NO_SELFS: refuse('subreddit.no_text', 'This subreddit takes no text posts.', 'Post a link or an image.'),
    NO_LINKS: refuse('subreddit.no_links', 'This subreddit takes no links.', 'Post a text.'),
    NO_IMAGES: refuse('subreddit.no_images', 'This subreddit takes no images.', 'Post a text or a link.'),
    ALREADY_SUB: refuse('link.repeated', 'This link was posted in the subreddit before.', 'Post another link.'),
    DOMAIN_BANNED: refuse('link.domain', 'Reddit does not accept links to this site.', 'Post another link.'),
    SUBMIT_VALIDATION_FLAIR_REQUIRED: refuse(
      'flair.required',
      'The subreddit wants a flair.',
      'Set the option flair_id.',
    ),
    BAD_FLAIR_TEMPLATE_ID: refuse('flair.unknown', 'The subreddit has no such flair.', 'Correct the option flair_id.'),
    TOO_OLD: CLOSED,
    THREAD_LOCKED: CLOSED,
    DELETED_COMMENT: CLOSED,
    DELETED_LINK: CLOSED,
    USER_DOESNT_EXIST: NO_USER,
    NO_USER,
    USER_BLOCKED: refuse('recipient.blocked', 'The account has blocked this person.', 'Unblock the person on Reddit.'),
    NOT_WHITELISTED_BY_USER_MESSAGE: refuse(
      'recipient.closed',
      'The person takes no messages from strangers.',
      'No action.',
    ),
    SOMETHING_IS_BROKEN: {
      kind: 'ambiguous',
      rule: 'broken',
      message: 'Reddit has a problem.',
      remediation: 'Try again.',
    },
  }),
)

const Refusal = Type.Object({
  message: Type.Optional(Type.Unknown()),
  reason: Type.Optional(Type.Unknown()),
  explanation: Type.Optional(Type.Unknown()),
})

/** Reads a response with the status of an error. Returns undefined when the body adds nothing to the status. */
export function classifyError({ status, headers, body }: PlatformResponse): PlatformError | undefined {
  const { message, reason, explanation } = tryRead(Refusal, body) ?? {}
  const response = {
    status,
    message: [message, reason, explanation].filter((part) => typeof part === 'string').join(' '),
  }
  if (status === 429)
    return createError(RATE_LIMITED, response, readSeconds(headers, 'retry-after', 'x-ratelimit-reset'))
  if (status === 401) return createError(TOKEN_REFUSED, response)
  if (status === 403 && String(headers['www-authenticate']).includes('insufficient_scope'))
    return createError(SCOPE_MISSING, response)
  if (status !== 403 && status !== 404) return undefined
  const isSubreddit = ['private', 'banned', 'quarantined', 'gold_only'].includes(String(reason))
  return createError(isSubreddit ? NO_SUBREDDIT : status === 403 ? FORBIDDEN : NOT_FOUND, response)
}

const Errors = Type.Object({
  json: Type.Object({ errors: Type.Array(Type.Unknown(), { minItems: 1 }), ratelimit: Type.Optional(Type.Unknown()) }),
})

/** Reads the first `[code, message, field]` of the list with which Reddit refuses posts and comments under the status 200. */
export function readErrors({ status, body }: PlatformResponse): PlatformError | undefined {
  const { json } = tryRead(Errors, body) ?? {}
  if (!json) return undefined
  const [code = '', text = '', field = ''] = [json.errors[0]]
    .flat()
    .map((part) => (typeof part === 'string' ? part : ''))
  const message = `${text}${field && ` (${field})`}`
  const known =
    CODES.get(code) ??
    refuse('refused', `Reddit refused: ${maskSecrets(message).slice(0, 300)}`, 'Change what the message names.')
  const seconds = Math.ceil(Number(json.ratelimit))
  return createError(known, { status, code, message }, parseSeconds(text) ?? (seconds > 0 ? seconds : undefined))
}

const UNITS: Readonly<Record<string, number>> = { millisecond: 0.001, second: 1, minute: 60, hour: 3600 }

/** Reads `Take a break for 5 minutes before trying again.` Reddit rounds the time down, so one unit more is enough. */
function parseSeconds(text: string): number | undefined {
  const [, count, unit = ''] = /(\d{1,6}) (millisecond|second|minute|hour)/.exec(text) ?? []
  return count === undefined ? undefined : Math.max(1, Math.ceil((Number(count) + 1) * (UNITS[unit] ?? 1)))
}
