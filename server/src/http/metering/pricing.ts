import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PriceBook } from '../../domains/billing/credits/price-book.ts'
import { bookFor } from '../../domains/billing/credits/published-books.ts'
import type { Context } from '../../kit/context.ts'
import type { AnyEndpoint } from '../../kit/declare/endpoint.ts'
import type { MeteredPrice } from '../../kit/declare/price.ts'
import type { StoredResponse } from '../../kit/ledger.ts'
import { getRoute } from '../request/route.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Every response shows a price, even one that refuses the caller. */
    showsPrice?: boolean
  }
  interface FastifyRequest {
    /** The book that prices the call; null until it is known, and for a call without a price. */
    priceBook: PriceBook | null
  }
}

/** Returns the price of an operation: the declared one, or a price per call that the book sets for any operation. */
export function findPrice(endpoint: AnyEndpoint, book: PriceBook): MeteredPrice<unknown, unknown> | undefined {
  if (typeof endpoint.price === 'object') return endpoint.price
  if (!book.actions[endpoint.id]) return undefined
  const one = { [endpoint.id]: 1 }
  return { action: endpoint.id, atMost: () => one, found: () => one }
}

/** Adds the price headers to a response. They are stored with it: a retry gets those of the first call. */
export function showPrice(response: StoredResponse, { name }: PriceBook, credits: number): StoredResponse {
  const headers = { ...response.headers, 'x-credits-charged': String(credits), 'x-price-book': name }
  return { ...response, headers }
}

/**
 * Shows on an error that nothing was charged, and the price book of the caller. If the call did not get as far as its price,
 * the book is looked up here and not before, because errors are not on the hot path.
 */
export async function showNothingCharged(ctx: Context, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { priceBook, principal } = request
  if (!priceBook && !(principal && getRoute(request).config.showsPrice)) return
  reply.header('x-credits-charged', '0')
  try {
    reply.header('x-price-book', (priceBook ?? (await bookFor(ctx, principal.workspaceId))).name)
  } catch {
    // Without the database the error itself matters more.
  }
}
