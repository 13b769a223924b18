import type { ListResult } from '../../sdk/src/list-result.ts'
import type { List, Page } from '../../sdk/src/reply.ts'
import { Interruption } from './explain-error.ts'
import { note, noteCharge, type PrintOptions, print } from './output.ts'

interface Reading {
  readonly list: List<Page>
  /** Controller of the signal that the list was created with. */
  readonly stop: AbortController
  /** Set if the list costs credits. */
  readonly idempotencyKey: string | undefined
}

/** Reads every page and prints the items. If a paid search fails or is interrupted, what it bought is printed all the same. */
export async function printAll({ list, stop, idempotencyKey }: Reading, printing: PrintOptions): Promise<void> {
  const interrupt = () => stop.abort(new Interruption('Interrupted.'))
  // A second SIGINT ends the process.
  process.once('SIGINT', interrupt)
  try {
    const { isCapped, nextCursor } = await printResult(await list.collect(), printing)
    if (isCapped && !printing.options.quiet) note(`Stopped at --max-credits. Use --cursor ${nextCursor} to continue.`)
  } catch (error) {
    const { partial } = error as { partial?: ListResult<unknown> }
    if (partial) await printResult(partial, printing)
    if (idempotencyKey !== undefined && (partial || error instanceof Interruption))
      note(`To continue, repeat the command with --idempotency-key ${idempotencyKey}. Nothing is charged twice.`)
    throw error
  } finally {
    process.off('SIGINT', interrupt)
  }
}

async function printResult<T>(result: ListResult<T>, printing: PrintOptions): Promise<ListResult<T>> {
  const { items, creditsCharged, nextCursor } = result
  await print({ data: items, has_more: nextCursor !== null, next_cursor: nextCursor }, { ...printing, isAll: true })
  if (!printing.options.quiet) noteCharge(creditsCharged)
  return result
}
