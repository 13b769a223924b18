import { Type } from '../../../kit/declare/type.ts'
import { findMismatches } from '../../../kit/declare/violations.ts'
import { assertValidBook, type PriceBook } from './price-book.ts'

const Whole = Type.Integer({ minimum: 0 })
const Price = Type.Number({ minimum: 0 })
const Name = Type.String({ minLength: 1, maxLength: 64 })
const closed = { additionalProperties: false }

const BookFile = Type.Object(
  {
    name: Name,
    actions: Type.Record(Type.String(), Type.Object({ credits: Whole, unit: Name }, closed)),
    packs: Type.Array(Type.Object({ id: Name, name: Name, credits: Whole, price_usd: Price }, closed)),
    plans: Type.Array(
      Type.Object(
        {
          id: Name,
          name: Name,
          credits_per_month: Whole,
          monthly_price_usd: Price,
          yearly_price_usd: Price,
          rollover_cap: Whole,
        },
        closed,
      ),
    ),
    repeat_free_days: Type.Union([Whole, Type.Null()]),
  },
  closed,
)

export class BookError extends Error {
  override name = 'BookError'
}

/** Reads a price book that an operator wrote; throws a `BookError` that explains what is wrong with it. */
export function readBook(text: string): PriceBook {
  try {
    const book: unknown = JSON.parse(text)
    const [first] = findMismatches(BookFile, book, [])
    if (first) throw new Error(`${first.loc.join('.') || 'the book'}: ${first.msg}`)
    assertValidBook(book as PriceBook)
    return book as PriceBook
  } catch (error) {
    throw new BookError(`This is not a valid price book: ${(error as Error).message}.`, { cause: error })
  }
}
