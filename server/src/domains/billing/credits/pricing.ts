import type { Context } from '../../../kit/context.ts'
import { type Pricing, pricesIn } from './contract/pricing.ts'
import { SIGNUP_CREDITS } from './grants.ts'
import { defaultBook } from './published-books.ts'

export async function getPricing(ctx: Context): Promise<Pricing> {
  const book = await defaultBook(ctx)
  return {
    price_book: book.name,
    currency: 'USD',
    free_credits: SIGNUP_CREDITS,
    ...pricesIn(book),
  }
}
