import type { Context } from '../../kit/context.ts'
import type { PaymentProvider, ProviderName } from './provider.ts'
import { manual } from './providers/manual.ts'
import { sandbox } from './providers/sandbox.ts'

/** The provider of new orders. */
export function configuredProvider(ctx: Context): Promise<PaymentProvider> {
  return openProvider(ctx, ctx.config.PAYMENT_PROVIDER)
}

/** The provider of an order that may be older than the configuration. */
export async function openProvider(_ctx: Context, name: ProviderName): Promise<PaymentProvider> {
  switch (name) {
    case 'manual':
      return manual
    case 'sandbox':
      return sandbox
    case 'stripe':
      throw new Error('not yet')
  }
}
