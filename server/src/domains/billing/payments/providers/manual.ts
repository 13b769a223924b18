import { ApiError } from '../../../../kit/declare/errors.ts'
import type { Fact, PaymentProvider } from './provider.ts'

const nothing = async (): Promise<readonly Fact[]> => []

/** Nobody collects: an order waits until an operator says that it was paid. It grants nothing by itself, ever. */
export const manual: PaymentProvider = {
  name: 'manual',
  collectsRenewals: false,
  keepsMethods: false,
  checkout: async () => ({ url: null, externalId: null, facts: [] }),
  charge: nothing,
  lookup: nothing,
  close: async () => {},
  refund: async ({ orderId, priceUsdCents }) => [{ kind: 'refunded', ref: orderId, refundedCents: priceUsdCents }],
  cancel: async () => {},
  catchUp: nothing,
  guardEvent: () => {
    throw new ApiError('not_found', 'This server takes no payments by Stripe.')
  },
  readEvent: async () => undefined,
}
