import type { Stripe } from 'stripe'
import type { Context } from '../../../../../kit/context.ts'
import { ApiError } from '../../../../../kit/declare/errors.ts'
import type { Outbound } from '../../../../../kit/net/outbound.ts'

export type StripeClient = Stripe

const TIMEOUT_MS = 20_000

/**
 * Opens Stripe's own library, which is loaded only when Stripe is configured. Its requests go through `outbound`, like all of
 * ours.
 */
export async function openClient({ config, outbound }: Context): Promise<StripeClient> {
  const { Stripe: Library } = await import('stripe')
  const base = config.STRIPE_API_BASE === undefined ? undefined : new URL(config.STRIPE_API_BASE)
  return new Library(config.STRIPE_SECRET_KEY ?? '', {
    httpClient: Library.createFetchHttpClient(fetchThrough(outbound)),
    // Every mutation has one of our idempotency keys, so a repeat, here or after a restart, is the same request.
    maxNetworkRetries: 1,
    timeout: TIMEOUT_MS,
    telemetry: false,
    ...(base && {
      host: base.hostname,
      port: base.port || (base.protocol === 'https:' ? 443 : 80),
      protocol: base.protocol === 'https:' ? 'https' : 'http',
    }),
  })
}

function fetchThrough(outbound: Outbound): typeof fetch {
  return async (url, init = {}) => {
    const { status, headers, body } = await outbound.send({
      url: typeof url === 'object' && 'url' in url ? url.url : url.toString(),
      method: init.method === 'POST' || init.method === 'DELETE' ? init.method : 'GET',
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(typeof init.body === 'string' && { body: init.body }),
      deadlineMs: TIMEOUT_MS,
      bytesMax: 16 * 1_048_576,
    })
    const shown = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    )
    return new Response(body.length === 0 ? null : new Uint8Array(body), { status, headers: shown })
  }
}

/**
 * Returns the response if it is an object of this kind. The library returns an error that does not look like one of Stripe's,
 * such as a proxy's 404, as if it were the object.
 */
export function expectObject<T extends { object: string }>(answer: T, kind: T['object']): T {
  if (answer?.object !== kind) throw new ApiError('upstream_error', `Stripe did not return a ${kind}. Try again later.`)
  return answer
}

/** The fields of Stripe's errors that we read. */
export interface StripeFailure {
  readonly type: string
  readonly code?: string
  readonly decline_code?: string
  readonly payment_intent?: { readonly id: string }
}

export function asStripeFailure(error: unknown): StripeFailure | undefined {
  const { type } = (error ?? {}) as { type?: unknown }
  return typeof type === 'string' && type.startsWith('Stripe') ? (error as StripeFailure) : undefined
}

/** Turns any failure of a request to Stripe into an `ApiError`. */
export function throwUpstream(error: unknown): never {
  if (error instanceof ApiError) throw error
  throw new ApiError(
    'upstream_error',
    'Stripe could not be reached, or refused the request. Nothing was charged. Try again.',
    {
      cause: error,
    },
  )
}
