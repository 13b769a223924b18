import type { RawRequest } from '../../../../kit/declare/route.ts'

export type ProviderName = 'manual' | 'sandbox' | 'stripe'
export type Interval = 'month' | 'year'

/** What a provider is told of an order. The id is its idempotency key, however often it is asked. */
export interface Purchase {
  readonly workspaceId: string
  readonly orderId: string
  readonly kind: 'pack' | 'subscription' | 'topup'
  readonly itemId: string
  /** What the buyer reads on the bill. */
  readonly title: string
  readonly priceUsdCents: number
  /** Null for a single payment. */
  readonly interval: Interval | null
  readonly externalId: string | null
  readonly createdAt: Date
}

/** Who pays for a workspace, as the provider knows them. */
export interface Payer {
  readonly customerId: string | null
  readonly methodId: string | null
}

interface AboutOrder {
  readonly workspaceId: string
  readonly orderId: string
}

/**
 * What a provider knows to be so. Facts are applied one after the other and each changes nothing the second time, so it
 * does not matter how often, in which order or by which way they come: as an answer, from a webhook, or looked up later.
 */
export type Fact =
  | (AboutOrder & {
      readonly kind: 'paid'
      /** The provider's names for the payment: they belong to this order from now on. */
      readonly refs: readonly string[]
      readonly payer?: Payer
      /** For a plan: what the provider calls the subscription, and when it began. */
      readonly subscription?: { readonly externalId: string | null; readonly startedAt: Date }
    })
  /** It will not be paid: declined for good, expired or closed. */
  | (AboutOrder & {
      readonly kind: 'unpaid'
      readonly status: 'failed' | 'canceled'
      readonly reason: string
      /** The bank wants to see the buyer: this method cannot be charged while they are away. */
      readonly needsBuyer?: boolean
    })
  /** A bill of a running subscription that the provider collects by itself, known by its first order. */
  | (AboutOrder & {
      readonly kind: 'renewed'
      readonly invoiceId: string
      readonly refs: readonly string[]
      readonly subscription: { readonly externalId: string; readonly startedAt: Date }
      readonly payer?: Payer
    })
  | (AboutOrder & { readonly kind: 'past_due' })
  | (AboutOrder & { readonly kind: 'canceling'; readonly isCanceling: boolean })
  | (AboutOrder & { readonly kind: 'ended' })
  | { readonly kind: 'refunded'; readonly ref: string; readonly refundedCents: number }
  | { readonly kind: 'disputed'; readonly ref: string }
  | { readonly kind: 'method'; readonly customerId: string; readonly methodId: string }

export interface Checkout {
  readonly url: string | null
  readonly externalId: string | null
  readonly payer?: Payer
  readonly facts: readonly Fact[]
}

export interface ProviderEvent {
  readonly id: string
  readonly type: string
  readonly facts: readonly Fact[]
}

/** A way to be paid. It never touches the database and is never called inside a transaction. */
export interface PaymentProvider {
  readonly name: ProviderName
  /** Whether it bills subscriptions by itself; otherwise each renewal is an order of ours. */
  readonly collectsRenewals: boolean
  /** Whether it keeps a payment method that can be charged while the buyer is away. */
  readonly keepsMethods: boolean
  /** Opens a page to pay on, or says that there is none. */
  checkout(purchase: Purchase, payer: Payer, returnUrl: string): Promise<Checkout>
  /**
   * Charges the saved method while the buyer is away. No facts: it is under way. When it throws, the money may have been
   * taken all the same: look it up before asking again.
   */
  charge(purchase: Purchase, payer: Payer): Promise<readonly Fact[]>
  /** What became of a purchase: facts, or none when it is still open or was never heard of. */
  lookup(purchase: Purchase, payer: Payer): Promise<readonly Fact[]>
  /** Makes sure that nobody can pay it any more; throws when somebody has. */
  close(purchase: Purchase): Promise<void>
  refund(purchase: Purchase): Promise<readonly Fact[]>
  cancel(subscription: { readonly externalId: string; readonly when: 'period_end' | 'now' }): Promise<void>
  /** What the provider collected for a subscription, for when its webhooks did not reach us. */
  catchUp(purchase: Purchase, externalId: string): Promise<readonly Fact[]>
  /** Throws when no webhook of the provider has these headers, or it sends none. */
  guardEvent(headers: RawRequest['headers']): void
  /** Reads a webhook, unless it is known; throws `invalid_signature` when it does not come from the provider. */
  readEvent(raw: RawRequest, isKnown: (eventId: string) => Promise<boolean>): Promise<ProviderEvent | undefined>
}
