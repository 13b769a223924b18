import { Type } from '../../kit/declare/type.ts'
import type { PlatformResponse } from '../api/exchange.ts'
import { createPlatformErrors, type KnownError, refuse } from '../api/known-errors.ts'
import { tryRead } from '../api/response.ts'
import { PlatformError } from '../platform-error.ts'
import { tiktok } from './platform.ts'

export const { createError, hasRule } = createPlatformErrors(tiktok)

/** Declares a limit of the last 24 hours, which is tried again every hour. */
function limitDaily(rule: string, message: string, remediation: string): KnownError {
  return { kind: 'rate_limited', rule, message, remediation, retryAfterSeconds: 3600 }
}

const INVALID_REQUEST = refuse(
  'request.invalid',
  'TikTok does not accept a field.',
  "Change what TikTok's message names.",
)

/** https://developers.tiktok.com/doc/tiktok-api-v2-error-handling and the references of the Content Posting API. */
const ERRORS: ReadonlyMap<string, KnownError> = new Map(
  Object.entries({
    access_token_invalid: {
      kind: 'auth',
      rule: 'token.invalid',
      message: 'TikTok no longer accepts this sign-in.',
      remediation: 'Connect the account again.',
    },
    scope_not_authorized: refuse(
      'permission.scope',
      'The person has not allowed this.',
      'Connect the account again and allow everything that is asked for.',
    ),
    scope_permission_missed: refuse(
      'permission.field',
      'The sign-in does not show this.',
      'Connect the account again and allow everything that is asked for.',
    ),
    rate_limit_exceeded: {
      kind: 'rate_limited',
      rule: 'rate_limit.exceeded',
      message: 'TikTok refuses more requests for now.',
      remediation: 'Wait: requests are counted by the minute.',
      retryAfterSeconds: 60,
    },
    spam_risk_too_many_posts: limitDaily(
      'account.daily_posts',
      'The account has reached its number of posts for 24 hours.',
      'Wait, or post in the TikTok app.',
    ),
    reached_active_user_cap: limitDaily(
      'app.daily_users',
      'The app has reached the number of people who may post with it in 24 hours.',
      'Have the app audited by TikTok: apps that are not audited may serve five people a day.',
    ),
    spam_risk_user_banned_from_posting: refuse(
      'account.banned',
      'TikTok does not let the account post.',
      'Look at the status of the account in the TikTok app.',
    ),
    spam_risk_too_many_pending_share: refuse(
      'account.pending_drafts',
      'The inbox of the account has too many drafts: five in 24 hours are allowed.',
      'Finish or delete the drafts in the TikTok app, then retry.',
    ),
    spam_risk: refuse('content.spam', 'TikTok takes the post for spam.', 'Change the post, then retry.'),
    spam_risk_text: refuse('text.spam', 'TikTok takes the text for spam.', 'Change the text, then retry.'),
    unaudited_client_can_only_post_to_private_accounts: refuse(
      'app.unaudited',
      'TikTok has not audited the app: it can post only for accounts that are private, and only with SELF_ONLY.',
      'Have the app audited by TikTok. Until then set the account to private and send the option privacy_level SELF_ONLY.',
    ),
    privacy_level_option_mismatch: refuse(
      'privacy_level.unavailable',
      'The account does not offer this privacy level, or the app may not use it.',
      "Use one of the account's privacy_level_options. An app that TikTok has not audited can only use SELF_ONLY.",
    ),
    url_ownership_unverified: refuse(
      'media.domain_unverified',
      'TikTok fetches photos only from an address whose ownership was proven.',
      "Add this server's address (QUOIN_PUBLIC_URL) to the verified URL properties of the app at developers.tiktok.com.",
    ),
    app_version_check_failed: refuse(
      'account.app_outdated',
      "The person's TikTok app is too old for drafts.",
      'Update the TikTok app.',
    ),
    invalid_publish_id: refuse('post.unknown', 'TikTok does not know this post.', 'Look at the account in TikTok.'),
    token_not_authorized_for_specified_publish_id: refuse(
      'post.foreign',
      'The post belongs to another account.',
      'Look at the account in TikTok.',
    ),
    invalid_file_upload: refuse('media.invalid', 'TikTok does not accept the file.', 'Convert the file, then retry.'),
    invalid_params: INVALID_REQUEST,
    invalid_param: INVALID_REQUEST,
  }),
)

const Refusal = Type.Object({
  error: Type.Object({
    code: Type.String(),
    message: Type.Optional(Type.Unknown()),
    log_id: Type.Optional(Type.Unknown()),
  }),
})

/** Reads a response with the status of an error. Returns undefined when the body adds nothing to the status. */
export function classifyError({ status, body }: PlatformResponse): PlatformError | undefined {
  const { error } = tryRead(Refusal, body) ?? {}
  const known = error && ERRORS.get(error.code)
  if (!known) return undefined
  const [message, logId] = [error.message, error.log_id].map((part) => (typeof part === 'string' ? part : ''))
  return createError(known, { status, code: error.code, message: `${message} (log_id ${logId})` })
}

/** Reads a response with the status of a success, which may contain an error too. */
export function classifySuccess(response: PlatformResponse): PlatformError | undefined {
  const code = tryRead(Refusal, response.body)?.error.code ?? 'ok'
  if (code === 'ok') return undefined
  const platformResponse = { status: response.status, code }
  return classifyError(response) ?? new PlatformError('invalid', `TikTok refuses: ${code}.`, { platformResponse })
}

/** Messages about posts that TikTok accepted and did not publish, without transient failures. */
const FAIL_REASONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    file_format_check_failed: 'TikTok does not accept the format of the file.',
    duration_check_failed: 'TikTok does not accept the length of the video.',
    frame_rate_check_failed:
      'TikTok does not accept the frame rate of the video: 23 to 60 frames a second are allowed.',
    picture_size_check_failed:
      'TikTok does not accept the size of the picture: videos from 360 pixels, photos up to 1080p.',
    publish_cancelled: 'The post was canceled.',
    auth_removed: 'The person withdrew the sign-in before TikTok published the post.',
  }),
)

/** Failures of TikTok's servers, and files that TikTok could not fetch: the post does not exist and may be sent again. */
const TRANSIENT_REASONS: readonly string[] = ['internal', 'video_pull_failed', 'photo_pull_failed']

export function isTransient(reason: string): boolean {
  return TRANSIENT_REASONS.includes(reason)
}

export function describeFailReason(reason: string): { readonly rule: string; readonly message: string } {
  // Spam is refused with the same codes before and after TikTok accepts a post.
  const known = FAIL_REASONS.get(reason) ?? (reason.startsWith('spam_risk') ? ERRORS.get(reason)?.message : undefined)
  return {
    rule: `tiktok.publish.${reason.replaceAll(/\W/g, '_') || 'failed'}`,
    message: known ?? `TikTok could not publish the post: ${reason || 'no reason was given'}.`,
  }
}
