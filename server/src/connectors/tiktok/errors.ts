import type { PlatformResponse } from '../exchange.ts'
import { type FailureKind, PlatformError } from '../platform-error.ts'

interface KnownError {
  readonly kind: FailureKind
  /** Without `tiktok.` before it. */
  readonly rule: string
  readonly message: string
  readonly remediation: string
  readonly retryAfterSeconds?: number
}

const refused = (rule: string, message: string, remediation: string): KnownError => ({
  kind: 'invalid',
  rule,
  message,
  remediation,
})

/** TikTok counts the last 24 hours, so it is asked again every hour. */
const dailyLimit = (rule: string, message: string, remediation: string): KnownError => ({
  ...refused(rule, message, remediation),
  kind: 'rate_limited',
  retryAfterSeconds: 3600,
})

/** https://developers.tiktok.com/doc/tiktok-api-v2-error-handling and the references of the Content Posting API. */
const ERRORS: Readonly<Record<string, KnownError>> = {
  access_token_invalid: {
    kind: 'auth',
    rule: 'token.invalid',
    message: 'TikTok no longer accepts this sign-in.',
    remediation: 'Connect the account again.',
  },
  scope_not_authorized: refused(
    'permission.scope',
    'The person has not allowed this.',
    'Connect the account again and allow everything that is asked for.',
  ),
  scope_permission_missed: refused(
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
  spam_risk_too_many_posts: dailyLimit(
    'account.daily_posts',
    'The account has reached its number of posts for 24 hours.',
    'Wait, or post in the TikTok app.',
  ),
  reached_active_user_cap: dailyLimit(
    'app.daily_users',
    'The app has reached the number of people who may post with it in 24 hours.',
    'Have the app audited by TikTok: apps that are not audited may serve five people a day.',
  ),
  spam_risk_user_banned_from_posting: refused(
    'account.banned',
    'TikTok does not let the account post.',
    'Look at the status of the account in the TikTok app.',
  ),
  spam_risk_too_many_pending_share: refused(
    'account.pending_drafts',
    'The inbox of the account has too many drafts: five in 24 hours are allowed.',
    'Finish or delete the drafts in the TikTok app, then retry.',
  ),
  spam_risk: refused('content.spam', 'TikTok takes the post for spam.', 'Change the post, then retry.'),
  spam_risk_text: refused('text.spam', 'TikTok takes the text for spam.', 'Change the text, then retry.'),
  unaudited_client_can_only_post_to_private_accounts: refused(
    'app.unaudited',
    'TikTok has not audited the app: it can post only for accounts that are private, and only with SELF_ONLY.',
    'Have the app audited by TikTok. Until then set the account to private and send the option privacy_level SELF_ONLY.',
  ),
  privacy_level_option_mismatch: refused(
    'privacy_level.unavailable',
    'The account does not offer this privacy level, or the app may not use it.',
    "Use one of the account's privacy_level_options. An app that TikTok has not audited can only use SELF_ONLY.",
  ),
  url_ownership_unverified: refused(
    'media.domain_unverified',
    'TikTok fetches photos only from an address whose ownership was proven.',
    "Add this server's address (QUOIN_PUBLIC_URL) to the verified URL properties of the app at developers.tiktok.com.",
  ),
  app_version_check_failed: refused(
    'account.app_outdated',
    "The person's TikTok app is too old for drafts.",
    'Update the TikTok app.',
  ),
  invalid_publish_id: refused('post.unknown', 'TikTok does not know this post.', 'Look at the account in TikTok.'),
  token_not_authorized_for_specified_publish_id: refused(
    'post.foreign',
    'The post belongs to another account.',
    'Look at the account in TikTok.',
  ),
  invalid_file_upload: refused('media.invalid', 'TikTok does not accept the file.', 'Convert the file, then retry.'),
  invalid_params: refused('request.invalid', 'TikTok does not accept a field.', "Change what TikTok's message names."),
  invalid_param: refused('request.invalid', 'TikTok does not accept a field.', "Change what TikTok's message names."),
}

/** Undefined when only the status says something. TikTok may also answer 200 with an error. */
export function classifyError({ status, body }: PlatformResponse): PlatformError | undefined {
  const code = typeof body?.error?.code === 'string' ? body.error.code : ''
  const known = ERRORS[code]
  if (!known) return undefined
  const { kind, rule, message, remediation, retryAfterSeconds } = known
  const said = `${String(body.error.message ?? '')} (log_id ${String(body.error.log_id ?? '')})`.slice(0, 300)
  return new PlatformError(kind, message, {
    rule: `tiktok.${rule}`,
    remediation,
    platformResponse: { status, code, message: said },
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  })
}

/** Why a post that TikTok had taken was not published. Reasons that a second attempt may not meet are not here. */
const FAIL_REASONS: Readonly<Record<string, string>> = {
  file_format_check_failed: 'TikTok does not accept the format of the file.',
  duration_check_failed: 'TikTok does not accept the length of the video.',
  frame_rate_check_failed: 'TikTok does not accept the frame rate of the video: 23 to 60 frames a second are allowed.',
  picture_size_check_failed:
    'TikTok does not accept the size of the picture: videos from 360 pixels, photos up to 1080p.',
  publish_cancelled: 'The post was cancelled.',
  auth_removed: 'The person withdrew the sign-in before TikTok published the post.',
  spam_risk_too_many_posts: ERRORS['spam_risk_too_many_posts']?.message ?? '',
  spam_risk_user_banned_from_posting: ERRORS['spam_risk_user_banned_from_posting']?.message ?? '',
  spam_risk_text: ERRORS['spam_risk_text']?.message ?? '',
  spam_risk: ERRORS['spam_risk']?.message ?? '',
}

/** Failures of TikTok's servers, and files that it could not fetch: the post does not exist and may be sent again. */
const PASSING_REASONS: readonly string[] = ['internal', 'video_pull_failed', 'photo_pull_failed']

export function isPassing(reason: string): boolean {
  return PASSING_REASONS.includes(reason)
}

export function describeFailReason(reason: string): { readonly rule: string; readonly message: string } {
  return {
    rule: `tiktok.publish.${reason.replaceAll(/\W/g, '_') || 'failed'}`,
    message: FAIL_REASONS[reason] ?? `TikTok could not publish the post: ${reason || 'no reason was given'}.`,
  }
}

export function hasRule(error: unknown, ...rules: readonly string[]): boolean {
  return error instanceof PlatformError && rules.some((rule) => error.rule === `tiktok.${rule}`)
}
