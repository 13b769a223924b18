import { ApiError } from '../../../../kit/declare/errors.ts'
import type { PaymentProvider, PaymentUpdate } from './provider.ts'

const noUpdates = async (): Promise<readonly PaymentUpdate[]> => []

/** Manual payments: an order stays pending until an operator approves it. This provider itself never grants anything. */
export const manual: PaymentProvider = {
  name: 'manual',
  canBillRenewals: false,
  canSaveMethods: false,
  checkout: async () => ({ url: null, externalId: null, updates: [] }),
  charge: noUpdates,
  lookup: noUpdates,
  close: async () => {},
  refund: async ({ orderId, priceUsdCents }) => [{ kind: 'refunded', ref: orderId, refundedCents: priceUsdCents }],
  cancel: async () => {},
  lookupRenewals: noUpdates,
  assertEventHeaders: () => {
    throw new ApiError('not_found', 'Stripe payments are not configured on this server.')
  },
  readEvent: async () => undefined,
}
