import { readFileSync } from 'node:fs'
import { readBook } from '../domains/billing/credits/book-file.ts'
import { publishPrices } from '../domains/billing/operator/prices.ts'
import { actorAndReason, type RunOnContext, UsageError } from './command.ts'

export const publish: RunOnContext = async (ctx, { words: [file = ''], options }) => {
  const by = actorAndReason(options)
  const book = readBook(readText(file))
  await publishPrices(ctx, book, by)
  return { text: `Published price book ${book.name}.`, data: book }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new UsageError(`Cannot read ${file}: ${(error as Error).message}`)
  }
}
