import { manual } from './manual.ts'
import type { Payer, PaymentProvider, PaymentUpdate, Purchase } from './provider.ts'

/**
 * Payments without money, for trying things out; the provider `sandbox` of the configuration. Every payment succeeds at once,
 * unless the id of the pack or plan ends in a script: `-declined` is refused, `-pending` waits for an operator, `-lost` is paid
 * but its response is lost, `-renewal-declined` is paid the first time and refused at each renewal.
 */
export const sandboxPayments: PaymentProvider = {
  ...manual,
  name: 'sandbox',
  canSaveMethods: true,
  async checkout(purchase) {
    const externalId = `sandbox_${purchase.orderId}`
    const payer = { customerId: `sandbox_${purchase.workspaceId}`, methodId: `sandbox_card_${purchase.orderId}` }
    if (hasScript(purchase, 'renewal-declined')) return { url: null, externalId, updates: [paid(purchase, payer)] }
    if (hasScript(purchase, 'declined')) return { url: null, externalId, payer, updates: [declined(purchase)] }
    if (hasScript(purchase, 'pending')) return { url: null, externalId, updates: [] }
    return { url: null, externalId, updates: [paid(purchase, payer)] }
  },
  async charge(purchase, payer) {
    if (hasScript(purchase, 'declined')) return [declined(purchase)]
    if (hasScript(purchase, 'pending')) return []
    if (hasScript(purchase, 'lost')) throw new Error('the response was lost')
    return [paid(purchase, payer)]
  },
  lookup: async (purchase, payer) => (hasScript(purchase, 'lost') ? [paid(purchase, payer)] : []),
}

function hasScript({ itemId }: Purchase, script: string): boolean {
  return itemId.endsWith(`-${script}`)
}

function paid({ workspaceId, orderId }: Purchase, payer: Payer): PaymentUpdate {
  return { kind: 'paid', workspaceId, orderId, refs: [orderId], payer }
}

function declined({ workspaceId, orderId }: Purchase): PaymentUpdate {
  return { kind: 'unpaid', workspaceId, orderId, status: 'failed', reason: 'card_declined' }
}
