import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PriceBook } from '../../domains/billing/credits/price-book.ts'
import { bookFor, defaultBook } from '../../domains/billing/credits/published-books.ts'
import type { Context } from '../../kit/context.ts'
import type { AnyEndpoint } from '../../kit/declare/endpoint.ts'
import type { MeteredPrice } from '../../kit/declare/price.ts'

/** Returns the price of an operation: the declared one, or a price per call that the book sets for any operation. */
export function findPrice(endpoint: AnyEndpoint, book: PriceBook): MeteredPrice<unknown, unknown> | undefined {
  if (typeof endpoint.price === 'object') return endpoint.price
  if (!book.actions[endpoint.id]) return undefined
  const one = { [endpoint.id]: 1 }
  return { action: endpoint.id, atMost: () => one, found: () => one }
}

/** Returns the headers of a metered operation until its charge commits. */
export function priceHeaders({ name }: PriceBook): Record<string, string> {
  return { 'x-credits-charged': '0', 'x-price-book': name }
}

export function showPrice(reply: FastifyReply, book: PriceBook): void {
  reply.headers(priceHeaders(book))
}

/**
 * Shows the caller's own price book on an error of a call that did not get as far as its price. Looked up here and not before,
 * because errors are not on the hot path.
 */
export async function showCallersBook(ctx: Context, { principal }: FastifyRequest, reply: FastifyReply): Promise<void> {
  const shown = reply.getHeader('x-price-book')
  if (!principal?.workspaceId || shown === undefined) return
  try {
    if (shown === (await defaultBook(ctx)).name)
      reply.header('x-price-book', (await bookFor(ctx, principal.workspaceId)).name)
  } catch {
    // Without the database the error itself matters more.
  }
}
