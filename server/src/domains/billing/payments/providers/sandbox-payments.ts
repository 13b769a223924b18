import { ApiError } from '../../../../kit/declare/errors.ts'
import type { Fact, Payer, PaymentProvider, Purchase } from './provider.ts'

/**
 * Money for play. Everything is paid at once, unless the name of the pack or plan says otherwise: `...-declined` is
 * refused, `...-pending` waits for an operator, `...-lost` is paid but the answer gets lost, `...-renewal-declined`
 * is paid the first time and refused at each renewal.
 */
export const sandbox: PaymentProvider = {
  name: 'sandbox',
  collectsRenewals: false,
  keepsMethods: true,
  async checkout(purchase) {
    const externalId = `sandbox_${purchase.orderId}`
    const payer = { customerId: `sandbox_${purchase.workspaceId}`, methodId: `sandbox_card_${purchase.orderId}` }
    if (is(purchase, 'renewal-declined')) return { url: null, externalId, facts: [paid(purchase, payer)] }
    if (is(purchase, 'declined')) return { url: null, externalId, payer, facts: [declined(purchase)] }
    if (is(purchase, 'pending')) return { url: null, externalId, facts: [] }
    return { url: null, externalId, facts: [paid(purchase, payer)] }
  },
  async charge(purchase, payer) {
    if (is(purchase, 'declined')) return [declined(purchase)]
    if (is(purchase, 'pending')) return []
    if (is(purchase, 'lost')) throw new Error('the answer got lost')
    return [paid(purchase, payer)]
  },
  lookup: async (purchase, payer) => (is(purchase, 'lost') ? [paid(purchase, payer)] : []),
  close: async () => {},
  refund: async ({ orderId, priceUsdCents }) => [{ kind: 'refunded', ref: orderId, refundedCents: priceUsdCents }],
  cancel: async () => {},
  catchUp: async () => [],
  guardEvent: () => {
    throw new ApiError('not_found', 'This server takes no payments by Stripe.')
  },
  readEvent: async () => undefined,
}

function is({ itemId }: Purchase, ending: string): boolean {
  return itemId.endsWith(`-${ending}`)
}

function paid({ workspaceId, orderId }: Purchase, payer: Payer): Fact {
  return { kind: 'paid', workspaceId, orderId, refs: [orderId], payer }
}

function declined({ workspaceId, orderId }: Purchase): Fact {
  return { kind: 'unpaid', workspaceId, orderId, status: 'failed', reason: 'card_declined' }
}
