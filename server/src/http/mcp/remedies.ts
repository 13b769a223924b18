import { ERRORS } from '../../kit/declare/errors.ts'
import { toToolText } from './tool-text.ts'

const LATER = 'Try again in a few seconds with the same arguments: nothing runs or is charged twice.'
const OTHER_KEY =
  'This connection is not allowed to do this. Tell the user: they can connect again with more access. Do not try other tools instead.'
const SIGN_IN = 'Tell the user to sign in again in their client, or to configure another API key.'
const PERSON_ONLY = 'Tell the user to do this in the portal: it needs a person who is signed in.'

/** Remedies that differ between a model and a program. */
const FOR_MODELS: Readonly<Record<string, string>> = {
  validation_error: 'Correct the named inputs and call again.',
  not_found: 'List the resource to get its id, then call again.',
  wrong_state: 'Read the resource to see its state before you try something else.',
  insufficient_credits:
    'Tell the user that the workspace has too few credits and that they can buy more in the portal. Or ask for less.',
  key_budget_exceeded:
    'Tell the user that the spending limit of this connection for the month is used up; they can raise it in the portal under API keys. Or ask for less.',
  max_credits_exceeded: 'Ask for less (a lower `limit`), or raise `max_credits` to `required` if the user agrees.',
  read_only_key: OTHER_KEY,
  out_of_scope: OTHER_KEY,
  role_required: OTHER_KEY,
  platform_not_configured: 'Tell the user that the operator of this server must set up an app for the platform first.',
  unsupported_by_platform: 'Use platforms_list to see what the platform supports.',
  idempotency_in_progress: 'The same call is still running. Wait a few seconds, then repeat it to get its result.',
  rate_limited: 'Wait `retry_after_seconds`, then call again.',
  idempotency_key_reused: 'Repeat the call with the same arguments as before, or change one to make it a new call.',
  invalid_api_key: SIGN_IN,
  invalid_session: PERSON_ONLY,
  sudo_required: PERSON_ONLY,
  email_unverified: PERSON_ONLY,
  not_a_member: OTHER_KEY,
  request_timeout: LATER,
  bad_request: 'Correct the arguments and call again.',
  method_not_allowed: 'Find the operation with the action `search` of the tool `api`.',
  headers_too_large: 'Call again with shorter arguments.',
  unsupported_encoding: 'Correct the arguments and call again.',
  expectation_failed: LATER,
  test_quota_exceeded: 'Tell the user that the daily quota of test keys is used up until 00:00 UTC.',
  internal: LATER,
  unavailable: LATER,
  upstream_error: LATER,
  upstream_timeout: LATER,
}

/** Returns the remedy for an error of the API. */
export function remedyFor(code: string): string | undefined {
  const { remedy } = code in ERRORS ? ERRORS[code as keyof typeof ERRORS] : {}
  return FOR_MODELS[code] ?? (remedy === undefined ? undefined : toToolText(remedy))
}
