import { readFileSync } from 'node:fs'
import { readBook } from '../domains/billing/credits/book-file.ts'
import { publishPrices } from '../domains/billing/operator/prices.ts'
import type { Context } from '../kit/context.ts'
import { readArguments, UsageError } from './arguments.ts'

export const PRICES_USAGE = `quoin-server prices publish FILE --actor WHO --reason WHY

  FILE is a price book as JSON. A published book never changes: publish a change under a new name.
  Calls that are running keep the prices they started with; new calls use the new book.`

export async function pricesCommand(ctx: Context, args: readonly string[]): Promise<string> {
  const read = readArguments(args, ['actor', 'reason'], PRICES_USAGE)
  if (read.word(0) !== 'publish') throw new UsageError(PRICES_USAGE)
  const book = readBook(readText(read.word(1)))
  await publishPrices(ctx, book, read.actorAndReason())
  return `Published price book ${book.name}.`
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}`)
  }
}
