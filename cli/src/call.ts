import type { Arguments } from './arguments.ts'
import { openClient } from './client.ts'
import type { CommandFacts } from './command.ts'
import type { OperationOptions } from './global-options.ts'
import { note, print } from './output.ts'
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
  const { client } = openClient(options)
  const { maxCredits, idempotencyKey, quiet } = options
  const ceiling = maxCredits === undefined ? undefined : readCredits(maxCredits)
  const reply = client.call(id as never, params, args, { maxCredits: ceiling, idempotencyKey })
  if (options.all) {
    const data: unknown[] = []
    for await (const item of reply as unknown as AsyncIterable<unknown>) data.push(item)
    return print({ data, has_more: false, next_cursor: null }, { options, columns: facts.columns })
  }
  const { data, creditsCharged, replayed } = await reply.withResponse()
  if (creditsCharged > 0 && !quiet) note(`${creditsCharged} ${creditsCharged === 1 ? 'credit' : 'credits'} charged.`)
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
