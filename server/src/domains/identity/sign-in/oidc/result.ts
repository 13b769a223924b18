import type { Context } from '../../../../kit/context.ts'
import { ApiError } from '../../../../kit/declare/errors.ts'
import { Redirect } from '../../../../kit/declare/reply.ts'
import { OutboundError } from '../../../../kit/net/outbound-error.ts'
import type { SsoError, SsoResult } from '../contract/oidc.ts'

/** Redirects a person to a page with the reason, instead of returning a problem document. */
export function failed(error: SsoError, cookies: readonly string[] = []): Redirect<SsoResult> {
  return new Redirect({ status: 'failed', reason: error }, `/sign-in?error=${error}`, cookies)
}

/** Logs the cause for the operator: a wrong secret, a clock, an address. Rethrows our own errors. */
export function noteFailure({ log }: Context, error: unknown): SsoError {
  if (error instanceof ApiError) throw error
  const causes = collectCauses(error)
  log.warn(
    {
      reason: causes
        .map(({ message }) => message)
        .join(': ')
        .slice(0, 500),
    },
    'single sign-on failed',
  )
  return causes.some((cause) => cause instanceof OutboundError) ? 'sso_unavailable' : 'sso_refused'
}

function collectCauses(error: unknown): Error[] {
  return error instanceof Error ? [error, ...collectCauses(error.cause)] : []
}
