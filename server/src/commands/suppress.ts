import { suppressions } from '../domains/data/suppressions/contract.ts'
import {
  createSuppression,
  deleteSuppression,
  EVERYWHERE,
  listWorkspaceSuppressions,
} from '../domains/data/suppressions/service.ts'
import type { Context } from '../kit/context.ts'
import { SUPPRESSION_KINDS } from '../sources/directory/contract.ts'
import { readArguments, UsageError } from './arguments.ts'

export const SUPPRESS_USAGE = `quoin-server suppress ACT ...

  add KIND VALUE [--reason WHY]   leave an email, email_sha256, domain or person out of the answers of every workspace
  list [--cursor CURSOR]          who is left out everywhere, newest first
  remove ID                       lift it; the next import may bring them back

People who are left out are removed from the directory, and no import brings them back. Of an email the hash alone is kept.`

/** What the operator does for all workspaces; a workspace leaves people out of its own answers with /v1/suppressions. */
export async function suppressCommand(ctx: Context, args: readonly string[]): Promise<string> {
  const read = readArguments(args, ['reason', 'cursor'], SUPPRESS_USAGE)
  switch (read.word(0)) {
    case 'add': {
      const kind = SUPPRESSION_KINDS.find((known) => known === read.word(1))
      if (!kind) throw new UsageError(SUPPRESS_USAGE)
      const body = { kind, value: read.word(2), reason: read.option('reason') ?? null }
      const [wrong] = suppressions.create.check?.({ params: undefined, query: undefined, body }, ctx.clock.now()) ?? []
      if (wrong) throw new UsageError(`${body.value}: ${String(wrong.ctx?.['error'])}.`)
      const made = await createSuppression(ctx, ctx.db, EVERYWHERE, body)
      return `Left out everywhere: ${made.kind} ${made.value} (${made.id}).`
    }
    case 'list': {
      const cursor = read.option('cursor')
      const page = await listWorkspaceSuppressions(ctx.db, EVERYWHERE, {
        limit: 100,
        ...(cursor !== undefined && { cursor }),
      })
      const lines = page.data.map((each) =>
        `${each.id}  ${each.created_at}  ${each.kind} ${each.value}  ${each.reason ?? ''}`.trimEnd(),
      )
      return (
        [...lines, ...(page.next_cursor ? [`More with --cursor ${page.next_cursor}`] : [])].join('\n') ||
        'Nobody is left out everywhere.'
      )
    }
    case 'remove': {
      const gone = await deleteSuppression(ctx, ctx.db, EVERYWHERE, read.word(1))
      return `Lifted: ${gone.kind} ${gone.value}.`
    }
    default:
      throw new UsageError(SUPPRESS_USAGE)
  }
}
