import { suppressions } from '../domains/data/suppressions/contract.ts'
import {
  createSuppression,
  deleteSuppression,
  listWorkspaceSuppressions,
} from '../domains/data/suppressions/service.ts'
import type { Context } from '../kit/context.ts'
import { SUPPRESSION_KINDS } from '../sources/directory/contract.ts'
import { EVERYWHERE } from '../sources/directory/suppress/suppress.ts'
import { readArguments, UsageError } from './arguments.ts'

export const SUPPRESS_USAGE = `quoin-server suppress ACTION ...

  add KIND VALUE [--reason WHY]   suppress an email, email_sha256, domain or person for every workspace
  list [--cursor CURSOR]          the suppressions for every workspace, newest first
  remove ID                       remove a suppression; the next import may bring the person back

Suppressed people are removed from the directory, and no import brings them back. Of an email only the hash is kept.`

/** Suppressions for all workspaces; a workspace makes its own with /v1/suppressions. */
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
      return `Suppressed for every workspace: ${made.kind} ${made.value} (${made.id}).`
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
        [...lines, ...(page.next_cursor ? [`There are more: add --cursor ${page.next_cursor}`] : [])].join('\n') ||
        'There are no suppressions for every workspace.'
      )
    }
    case 'remove': {
      const gone = await deleteSuppression(ctx, ctx.db, EVERYWHERE, read.word(1))
      return `Removed the suppression of ${gone.kind} ${gone.value}.`
    }
    default:
      throw new UsageError(SUPPRESS_USAGE)
  }
}
