import { List } from '../../sdk/src/reply.ts'
import type { Arguments } from './arguments.ts'
import { openClient } from './client.ts'
import type { CommandFacts } from './command.ts'
import type { OperationOptions } from './global-options.ts'
import { assertPrintable, note, noteCharge, print } from './output.ts'
import { UsageError } from './usage-error.ts'

export interface OperationCall {
  readonly id: string
  readonly facts: CommandFacts
  readonly params: readonly string[]
  readonly args: Arguments
  readonly options: OperationOptions
}

/** Calls an operation and prints the response. */
export async function call({ id, facts, params, args, options }: OperationCall): Promise<void> {
  assertPrintable(options)
  const { client } = openClient(options)
  const { maxCredits, quiet } = options
  const isPriced = facts.marks.includes('priced')
  if (options.all && isPriced && maxCredits === undefined)
    throw new UsageError('--all needs --max-credits here, because every page costs credits.')
  const ceiling = maxCredits === undefined ? undefined : readCredits(maxCredits)
  const idempotencyKey = options.idempotencyKey ?? (isPriced ? crypto.randomUUID() : undefined)
  const stop = new AbortController()
  const reply = client.call(id as never, params, args, { maxCredits: ceiling, idempotencyKey, signal: stop.signal })
  if (options.all && reply instanceof List) {
    const { printAll } = await import('./print-all.ts')
    return printAll({ list: reply, stop, idempotencyKey }, { options, columns: facts.columns })
  }
  const { data, creditsCharged, replayed } = await reply.withResponse()
  if (!quiet) noteCharge(creditsCharged)
  if (replayed && !quiet) note('This is the response to an earlier call with the same idempotency key.')
  const isWaiting = options.wait && facts.marks.includes('wait')
  const { waitWithProgress } = isWaiting ? await import('./wait.ts') : { waitWithProgress: undefined }
  const answer = waitWithProgress ? await waitWithProgress(client, data, options) : data
  await print(answer, { options, columns: facts.columns })
}

function readCredits(text: string): number {
  if (/^\d{1,12}$/.test(text)) return Number(text)
  throw new UsageError(`--max-credits must be a whole number, not ${JSON.stringify(text)}.`)
}
