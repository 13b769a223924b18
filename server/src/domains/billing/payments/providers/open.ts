import type { Context } from '../../../../kit/context.ts'
import { ApiError } from '../../../../kit/declare/errors.ts'
import { manual } from './manual.ts'
import type { PaymentProvider, ProviderName } from './provider.ts'
import { sandbox } from './sandbox-payments.ts'

/** The provider of new orders. */
export function configuredProvider(ctx: Context): Promise<PaymentProvider> {
  return openProvider(ctx, ctx.config.PAYMENT_PROVIDER)
}

const opened = new WeakMap<Context['config'], Promise<PaymentProvider>>()

/** The provider of an order that may be older than the configuration. */
export async function openProvider(ctx: Context, name: ProviderName): Promise<PaymentProvider> {
  switch (name) {
    case 'manual':
      return manual
    case 'sandbox':
      return sandbox
    case 'stripe': {
      if (!ctx.config.STRIPE_SECRET_KEY)
        throw new ApiError('wrong_state', 'This was bought by Stripe, which is not configured any more.')
      const known = opened.get(ctx.config) ?? import('./stripe/provider.ts').then((it) => it.openStripe(ctx))
      opened.set(ctx.config, known)
      return known
    }
  }
}
