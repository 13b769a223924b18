import type { Context } from '../../../../kit/context.ts'
import { ApiError } from '../../../../kit/declare/errors.ts'
import type { ProviderName } from '../contract/order.ts'
import { manual } from './manual.ts'
import type { PaymentProvider } from './provider.ts'
import { sandboxPayments } from './sandbox-payments.ts'

/** Returns the provider of new orders. */
export function configuredProvider(ctx: Context): Promise<PaymentProvider> {
  return openProvider(ctx, ctx.config.PAYMENT_PROVIDER)
}

const opened = new WeakMap<Context['config'], Promise<PaymentProvider>>()

/** Returns the provider of an existing order, which may no longer be the configured one. */
export async function openProvider(ctx: Context, name: ProviderName): Promise<PaymentProvider> {
  switch (name) {
    case 'manual':
      return manual
    case 'sandbox':
      return sandboxPayments
    case 'stripe': {
      if (!ctx.config.STRIPE_SECRET_KEY)
        throw new ApiError(
          'wrong_state',
          'This order was paid with Stripe, which is no longer configured. Set STRIPE_SECRET_KEY to manage it.',
        )
      const known = opened.get(ctx.config) ?? import('./stripe/provider.ts').then((it) => it.openStripe(ctx))
      opened.set(ctx.config, known)
      return known
    }
  }
}
