import { ERRORS } from '../../kit/declare/errors.ts'

const LATER = 'Try again in a few seconds with the same arguments: nothing runs or is charged twice.'
const OTHER_KEY = 'This key is not allowed to do this. Ask the user for another key. Do not try other tools instead.'

/** Remedies that differ between a model and a program. */
const FOR_MODELS: Readonly<Record<string, string>> = {
  validation_error: 'Correct the named inputs and call again.',
  not_found: 'List the resource to get its id, then call again.',
  wrong_state: 'Read the resource to see its state before you try something else.',
  insufficient_credits:
    'Tell the user that the workspace has too few credits and that they can buy more in the portal. Or ask for less.',
  key_budget_exceeded: 'Tell the user that the budget of this key is used up. Or ask for less.',
  max_credits_exceeded: 'Ask for less (a lower `limit`), or raise `max_credits` to `required` if the user agrees.',
  read_only_key: OTHER_KEY,
  out_of_scope: OTHER_KEY,
  role_required: OTHER_KEY,
  platform_not_configured: 'Tell the user that the operator of this server must set up an app for the platform first.',
  unsupported_by_platform: 'Use platforms_list to see what the platform supports.',
  idempotency_in_progress: 'The same call is still running. Wait a few seconds, then repeat it to get its result.',
  rate_limited: 'Wait `retry_after_seconds`, then call again.',
  test_quota_exceeded: 'Tell the user that the daily quota of test keys is used up.',
  internal: LATER,
  unavailable: LATER,
  upstream_error: LATER,
  upstream_timeout: LATER,
}

/** Returns the remedy for an error of the API. */
export function remedyFor(code: string): string | undefined {
  return FOR_MODELS[code] ?? (code in ERRORS ? ERRORS[code as keyof typeof ERRORS].remedy : undefined)
}
