import { readFileSync } from 'node:fs'
import { readBook } from '../domains/billing/credits/book-file.ts'
import { publishPrices } from '../domains/billing/operator/service.ts'
import type { Context } from '../kit/context.ts'
import { readArguments, UsageError } from './arguments.ts'

export const PRICES_USAGE = `quoin-server prices publish FILE --actor WHO --reason WHY

  FILE holds a price book as JSON. A book is published once: a change needs a new name.`

/** Calls that run keep the book they began with; the next ones are priced by this one. */
export async function pricesCommand(ctx: Context, args: readonly string[]): Promise<string> {
  const read = readArguments(args, ['actor', 'reason'], PRICES_USAGE)
  if (read.word(0) !== 'publish') throw new UsageError(PRICES_USAGE)
  const file = read.word(1)
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}`)
  }
  const book = readBook(text)
  await publishPrices(ctx, book, read.because())
  return `Published ${book.name}.`
}
