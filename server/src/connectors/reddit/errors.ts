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
  rule: `reddit.${rule}`,
  message,
  remediation,
})

const noSubreddit = refusal(
  'subreddit.not_found',
  'The subreddit does not exist, or is private or banned.',
  'Choose another subreddit.',
)
const tooLong = refusal('text.max_characters', 'The title or the text is too long.', 'Shorten what the message names.')
const closed = refusal('comment.closed', 'No answer is possible here any more.', 'No action.')
const noUser = refusal('recipient.not_found', 'There is no such person on Reddit.', 'No action.')
const refused: KnownError = {
  kind: 'auth',
  rule: 'reddit.token.refused',
  message: 'Reddit no longer accepts this sign-in.',
  remediation: 'Connect the account again.',
}

/** The codes in `json.errors`, which come with the status 200. */
const CODES: Readonly<Record<string, KnownError>> = {
  USER_REQUIRED: refused,
  BAD_SR_NAME: noSubreddit,
  SUBREDDIT_NOEXIST: noSubreddit,
  SUBREDDIT_NOTALLOWED: refusal(
    'subreddit.not_allowed',
    'The account may not post in this subreddit.',
    'Ask its moderators, or choose another subreddit. Some want older accounts or more karma.',
  ),
  NO_TEXT: refusal('post.empty', 'A part of the post is empty.', 'Add what the message names.'),
  NO_URL: refusal('link.invalid', 'The address of the link is not valid.', 'Correct the option url.'),
  BAD_URL: refusal('link.invalid', 'The address of the link is not valid.', 'Correct the option url.'),
  TOO_LONG: tooLong,
  NO_SELFS: refusal('subreddit.no_text', 'This subreddit takes no text posts.', 'Post a link or an image.'),
  NO_LINKS: refusal('subreddit.no_links', 'This subreddit takes no links.', 'Post a text.'),
  NO_IMAGES: refusal('subreddit.no_images', 'This subreddit takes no images.', 'Post a text or a link.'),
  ALREADY_SUB: refusal('link.repeated', 'This link was posted in the subreddit before.', 'Post another link.'),
  DOMAIN_BANNED: refusal('link.domain', 'Reddit does not accept links to this site.', 'Post another link.'),
  SUBMIT_VALIDATION_FLAIR_REQUIRED: refusal(
    'flair.required',
    'The subreddit wants a flair.',
    'Set the option flair_id.',
  ),
  BAD_FLAIR_TEMPLATE_ID: refusal('flair.unknown', 'The subreddit has no such flair.', 'Correct the option flair_id.'),
  TOO_OLD: closed,
  THREAD_LOCKED: closed,
  DELETED_COMMENT: closed,
  DELETED_LINK: closed,
  USER_DOESNT_EXIST: noUser,
  NO_USER: noUser,
  USER_BLOCKED: refusal('recipient.blocked', 'The account has blocked this person.', 'Unblock the person on Reddit.'),
  NOT_WHITELISTED_BY_USER_MESSAGE: refusal(
    'recipient.closed',
    'The person takes no messages from strangers.',
    'No action.',
  ),
  SOMETHING_IS_BROKEN: {
    kind: 'ambiguous',
    rule: 'reddit.broken',
    message: 'Reddit has a problem.',
    remediation: 'Try again.',
  },
}

/** For answers with the status of an error. */
export function classify({ status, headers, body }: PlatformResponse): PlatformError | undefined {
  const reason = typeof body?.reason === 'string' ? body.reason : ''
  const message = maskSecrets(
    [body?.message, reason, body?.explanation].filter((one) => typeof one === 'string').join(' '),
  ).slice(0, 300)
  const platformResponse = { status, message }
  if (status === 429)
    return new PlatformError('rate_limited', 'Reddit refuses more requests for now.', {
      rule: 'reddit.rate_limit',
      platformResponse,
      retryAfterSeconds: Math.max(
        1,
        Math.ceil(Number(headers['retry-after']) || Number(headers['x-ratelimit-reset']) || 60),
      ),
    })
  if (status === 401) return toPlatformError(refused, platformResponse)
  if (status === 403 && String(headers['www-authenticate']).includes('insufficient_scope'))
    return toPlatformError(
      refusal('scope.missing', 'The sign-in does not allow this.', 'Connect the account again and allow it.'),
      platformResponse,
    )
  if (status === 403 || status === 404) {
    const isSubreddit = ['private', 'banned', 'quarantined', 'gold_only'].includes(reason)
    return toPlatformError(isSubreddit ? noSubreddit : status === 403 ? FORBIDDEN : GONE, platformResponse)
  }
  return undefined
}

const FORBIDDEN = refusal(
  'forbidden',
  'Reddit does not let the account do this.',
  'It may need to be a moderator there.',
)
const GONE = refusal('not_found', 'It is not on Reddit.', 'It may have been deleted.')

function toPlatformError(
  { kind, rule, message, remediation }: KnownError,
  platformResponse: { status: number; message: string; code?: string },
) {
  return new PlatformError(kind, message, { rule, remediation, platformResponse })
}

/** Reddit refuses posts and comments with the status 200 and a list of `[code, message, field]`. Undefined when it is empty. */
export function readErrors(body: PlatformResponse['body']): PlatformError | undefined {
  const [first] = Array.isArray(body?.json?.errors) ? body.json.errors : []
  if (!first) return undefined
  const [code = '', text = '', field = ''] = (Array.isArray(first) ? first : [first]).map((one) => String(one ?? ''))
  const message = maskSecrets(`${text}${field && ` (${field})`}`).slice(0, 300)
  const platformResponse = { status: 200, code, message }
  if (code === 'RATELIMIT' || code === 'QUOTA_FILLED')
    return new PlatformError('rate_limited', 'Reddit asks the account to wait before it writes again.', {
      rule: 'reddit.cooldown',
      platformResponse,
      retryAfterSeconds: secondsIn(text) ?? Math.ceil(Number(body.json.ratelimit) || 600),
    })
  const known = CODES[code] ?? refusal('refused', `Reddit refused: ${message}`, 'Change what the message names.')
  return toPlatformError(known, platformResponse)
}

const UNITS: Readonly<Record<string, number>> = { millisecond: 0.001, second: 1, minute: 60, hour: 3600 }

/** `Take a break for 5 minutes before trying again.` */
function secondsIn(text: string): number | undefined {
  const [, count, unit = ''] = /(\d{1,6}) (millisecond|second|minute|hour)/.exec(text) ?? []
  // The time is rounded down: one unit more is enough.
  return count === undefined ? undefined : Math.max(1, Math.ceil((Number(count) + 1) * (UNITS[unit] ?? 1)))
}

export function hasRule(error: unknown, rule: string): boolean {
  return error instanceof PlatformError && error.rule === `reddit.${rule}`
}
