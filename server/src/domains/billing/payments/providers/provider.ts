import type { RawRequest } from '../../../../kit/declare/route.ts'
import type { Interval, OrderKind, ProviderName } from '../contract/order.ts'

/** An order, as a provider sees it. The order's id is the idempotency key of every request about it. */
export interface Purchase {
  readonly workspaceId: string
  readonly orderId: string
  readonly kind: OrderKind
  readonly itemId: string
  /** Item name on the bill. */
  readonly title: string
  readonly priceUsdCents: number
  /** Null for a single payment. */
  readonly interval: Interval | null
  readonly externalId: string | null
  readonly createdAt: Date
}

/** The payer of a workspace, by the provider's ids. */
export interface Payer {
  readonly customerId: string | null
  readonly methodId: string | null
}

export interface OrderIds {
  readonly workspaceId: string
  readonly orderId: string
}

/**
 * A provider's report about a payment, a subscription or a payment method. Updates are applied one after the other, and applying
 * one twice changes nothing. So they may arrive in any order, repeatedly, and by any route: in a response, by a webhook, or from
 * a later lookup.
 */
export type PaymentUpdate =
  | (OrderIds & {
      readonly kind: 'paid'
      /** The provider's ids of the payment, which belong to this order from then on. */
      readonly refs: readonly string[]
      readonly payer?: Payer
      /** For a plan: the provider's id of the subscription, and its start. */
      readonly subscription?: { readonly externalId: string | null; readonly startedAt: Date }
    })
  /** The order will not be paid: it was declined permanently, expired or was closed. */
  | (OrderIds & {
      readonly kind: 'unpaid'
      readonly status: 'failed' | 'canceled'
      readonly reason: string
      /** The bank requires the buyer to confirm: the method cannot be charged off session. */
      readonly needsAuthentication?: boolean
    })
  /** A paid bill of a subscription that the provider renews; the ids are those of the subscription's first order. */
  | (OrderIds & {
      readonly kind: 'renewed'
      readonly invoiceId: string
      readonly refs: readonly string[]
      readonly subscription: { readonly externalId: string; readonly startedAt: Date }
      readonly payer?: Payer
    })
  | (OrderIds & { readonly kind: 'past_due' })
  | (OrderIds & { readonly kind: 'canceling'; readonly isCanceling: boolean })
  | (OrderIds & { readonly kind: 'ended' })
  | { readonly kind: 'refunded'; readonly ref: string; readonly refundedCents: number }
  | { readonly kind: 'disputed'; readonly ref: string }
  | { readonly kind: 'method'; readonly customerId: string; readonly methodId: string }

export type PaymentUpdateByKind<K extends PaymentUpdate['kind']> = Extract<PaymentUpdate, { kind: K }>

export interface Checkout {
  readonly url: string | null
  readonly externalId: string | null
  readonly payer?: Payer
  readonly updates: readonly PaymentUpdate[]
}

export interface ProviderEvent {
  readonly id: string
  readonly type: string
  readonly updates: readonly PaymentUpdate[]
}

/** A payment provider. It has no access to the database and is never called inside a transaction. */
export interface PaymentProvider {
  readonly name: ProviderName
  /** True when the provider bills renewals itself; otherwise each renewal is an order that we charge. */
  readonly canBillRenewals: boolean
  /** True when the provider saves a payment method that can be charged off session. */
  readonly canSaveMethods: boolean
  /** Opens a payment page; `url` is null when the provider has none. */
  checkout(purchase: Purchase, payer: Payer, returnUrl: string): Promise<Checkout>
  /**
   * Charges the saved method off session. No updates mean that the payment is still in progress. When it throws, the payment may
   * have been taken: look it up before charging again.
   */
  charge(purchase: Purchase, payer: Payer): Promise<readonly PaymentUpdate[]>
  /** Returns the state of a purchase; no updates when it is still open or unknown to the provider. */
  lookup(purchase: Purchase, payer: Payer): Promise<readonly PaymentUpdate[]>
  /** Ensures that the purchase can no longer be paid; throws when it has already been paid. */
  close(purchase: Purchase): Promise<void>
  refund(purchase: Purchase): Promise<readonly PaymentUpdate[]>
  cancel(subscription: { readonly externalId: string; readonly when: 'period_end' | 'now' }): Promise<void>
  /** Returns the bills that the provider has collected for a subscription, in case its webhooks did not arrive. */
  lookupRenewals(subscriptionId: string): Promise<readonly PaymentUpdate[]>
  /** Throws when a webhook of this provider cannot have these headers, or when the provider sends no webhooks. */
  assertEventHeaders(headers: RawRequest['headers']): void
  /** Reads a webhook; returns undefined when the event is known. Throws `invalid_signature` when the provider did not send it. */
  readEvent(raw: RawRequest, isKnown: (eventId: string) => Promise<boolean>): Promise<ProviderEvent | undefined>
}
