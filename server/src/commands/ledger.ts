import { archiveCharges, latestArchivable } from '../domains/billing/credits/archive.ts'
import type { Config } from '../kit/config/config.ts'
import type { Context } from '../kit/context.ts'
import { hasMasterKey, readMasterKey } from '../kit/master-key.ts'
import { connect } from '../kit/postgres/db.ts'
import { createSecrets } from '../kit/secrets.ts'
import { openStorage } from '../kit/storage/open.ts'
import { readStoreId } from '../kit/storage/store-id.ts'
import { type ArchivedWorkspace } from '../ledger/archive/archive.ts'
import { createSigner, listPublicKeys } from '../ledger/archive/signing.ts'
import { verifyArchive } from '../ledger/archive/verify-archive.ts'
import { listEarlierNodes } from '../ledger/sql/nodes.ts'
import { describeDiscrepancy, type Verification, verifyLedger } from '../ledger/verify.ts'
import { openDatabase } from '../runtime.ts'
import { type Options, type RunOnConfig, type RunOnContext, UsageError } from './command.ts'
import { megabytes } from './import/progress-bar.ts'

/** Only reads, so it can run beside a server. The exit code is 1 if a workspace's ledger is inconsistent. */
export const verify: RunOnConfig = async (config, { options, print }) => {
  await using database = await openDatabase(config, { canAttach: true })
  await using db = connect(database.sessionAddress, { max: 2, name: 'quoin ledger verify' })
  const trusted = trustedKeys(config, options)
  const workspaces = []
  const storage = options['archive'] ? await openStorage(config) : undefined
  for await (const verification of verifyLedger(db, { workspaceId: options['workspace'], trusted })) {
    const { workspaceId, entries, charges, archived } = verification
    const described = verification.discrepancies.map(describeDiscrepancy)
    if (storage && archived) described.push(...(await verifyArchive(db, storage, workspaceId)))
    print({ text: `${workspaceId}  ${described.length === 0 ? 'ok' : 'BROKEN'}  ${describeCounts(verification)}` })
    for (const found of described) print({ text: `  ${found}` })
    workspaces.push({ workspace_id: workspaceId, entries, charges, archived, discrepancies: described })
  }
  const broken = workspaces.filter(({ discrepancies }) => discrepancies.length > 0).length
  const text =
    broken === 0
      ? 'The ledger is consistent.'
      : `The ledger of ${broken} workspace${broken === 1 ? ' is' : 's is'} inconsistent.`
  const isArchived = workspaces.some(({ archived }) => archived)
  return {
    text: isArchived && trusted[0] !== undefined ? `${text}\n${describeKey(trusted[0])}` : text,
    data: { is_consistent: broken === 0, public_keys: trusted, workspaces },
    exitCode: broken === 0 ? 0 : 1,
  }
}

function trustedKeys(config: Config, options: Options): string[] {
  const given = options['publicKey']
  const own = hasMasterKey(config) ? listPublicKeys(createSecrets(readMasterKey(config))) : []
  return [...own, ...(given === undefined ? [] : [given])]
}

function describeCounts({ entries, charges, archived }: Verification): string {
  const counts = `${entries} entries, ${charges} charges`
  if (!archived) return counts
  return `${counts}; ${archived.entries} entries from before ${archived.before.toISOString()} are archived`
}

function describeKey(key: string): string {
  return `Checkpoints are signed with the Ed25519 key ${key}. Keep a copy in a separate place: it identifies the checkpoints of this server.`
}

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Can run beside a server. The exit code is 1 if a workspace could not be archived. */
export const archive: RunOnContext = async (ctx, { options, print }) => {
  const before = readBefore(ctx, options['before'])
  await assertSharedStore(ctx)
  const workspaces: ArchivedWorkspace[] = []
  const isAlone = await archiveCharges(ctx, {
    before,
    workspaceId: options['workspace'],
    onWorkspace: (archived) => {
      workspaces.push(archived)
      print({ text: describeArchived(archived) })
      for (const found of archived.discrepancies) print({ text: `  ${found}` })
    },
  })
  if (!isAlone)
    return {
      text: 'Another process is archiving the ledger. Nothing was done. Run this again when it has finished.',
      data: { is_busy: true },
      exitCode: 1,
    }
  const broken = workspaces.filter(({ discrepancies }) => discrepancies.length > 0).length
  const { publicKey } = createSigner(ctx.secrets)
  return {
    text: `${describeAll(workspaces, before)}\n${describeKey(publicKey)}`,
    data: { before: before.toISOString(), public_key: publicKey, workspaces: workspaces.map(presentArchived) },
    exitCode: broken === 0 ? 0 : 1,
  }
}

function readBefore(ctx: Context, given: string | undefined): Date {
  const before = new Date(`${given}T00:00:00Z`)
  if (given === undefined || !DAY.test(given) || Number.isNaN(before.getTime()))
    throw new UsageError('--before is missing or not a date. Set it to the first day to keep, such as 2026-01-01.')
  const latest = latestArchivable(ctx)
  if (before > latest)
    throw new UsageError(
      `--before is within the last 31 days, whose charges are needed for budgets, refunds and retries. Use a day up to ${latest.toISOString().slice(0, 10)}.`,
    )
  return before
}

/** Throws if the servers use another store, because they would not find the objects. */
async function assertSharedStore(ctx: Context): Promise<void> {
  if (!ctx.config.DATABASE_URL) return
  const nodes = await listEarlierNodes(ctx.db, Number.MAX_SAFE_INTEGER)
  const own = readStoreId(ctx.config)
  if (nodes.some(({ media }) => media !== own))
    throw new UsageError(
      'The servers on this database keep media in another store than this command would use. Set the same MEDIA_S3_* variables or the same QUOIN_DATA folder.',
    )
}

function describeArchived({ workspaceId, entries, charges, objects, bytes, discrepancies }: ArchivedWorkspace): string {
  if (discrepancies.length > 0) return `${workspaceId}  BROKEN  nothing was archived`
  return `${workspaceId}  ${entries} entries, ${charges} charges in ${objects} object${objects === 1 ? '' : 's'}, ${megabytes(bytes)}`
}

function describeAll(workspaces: readonly ArchivedWorkspace[], before: Date): string {
  const day = before.toISOString().slice(0, 10)
  const broken = workspaces.filter(({ discrepancies }) => discrepancies.length > 0).length
  if (broken > 0)
    return `The ledger of ${broken} workspace${broken === 1 ? ' is' : 's is'} inconsistent and was not archived. Run \`quoin-server ledger verify\`.`
  const entries = workspaces.reduce((sum, archived) => sum + archived.entries, 0)
  const charges = workspaces.reduce((sum, archived) => sum + archived.charges, 0)
  if (entries + charges === 0) return `Nothing from before ${day} is left to archive.`
  return `Archived ${entries} entries and ${charges} charges from before ${day}.`
}

function presentArchived({ workspaceId, ...archived }: ArchivedWorkspace) {
  return { workspace_id: workspaceId, ...archived }
}
