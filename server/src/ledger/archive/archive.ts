import type { Clock } from '../../kit/clock.ts'
import { failpoint } from '../../kit/failpoint.ts'
import type { Ids } from '../../kit/ids.ts'
import { type Pool, snapshot } from '../../kit/postgres/db.ts'
import { type Lock, withLockIfFree } from '../../kit/postgres/lock.ts'
import type { Secrets } from '../../kit/secrets.ts'
import type { Storage } from '../../kit/storage/storage.ts'
import * as sql from '../sql/archive.ts'
import { describeDiscrepancy, listAllWorkspaces, verifyWorkspace } from '../verify.ts'
import { storeObject } from './archive-object.ts'
import { readArchivePiece } from './archive-piece.ts'
import { signCheckpoint } from './checkpoint.ts'
import { createSigner, listPublicKeys, type Signer } from './signing.ts'

export interface ArchiveTools {
  readonly db: Pool
  readonly storage: Storage
  readonly secrets: Secrets
  readonly clock: Clock
  readonly ids: Ids
}

export interface ArchiveOptions {
  readonly before: Date
  /** Archives this workspace only. */
  readonly workspaceId?: string | undefined
  /** Called before the first rows of a workspace are archived, with the time up to which they were archived before. */
  readonly prepare?: (workspaceId: string, after: Date | undefined) => Promise<void>
  readonly onWorkspace?: (archived: ArchivedWorkspace) => void
  readonly chargesMax?: number
}

/** Result of archiving one workspace. Nothing is archived if there are discrepancies. */
export interface ArchivedWorkspace {
  readonly workspaceId: string
  readonly entries: number
  readonly charges: number
  readonly objects: number
  readonly bytes: number
  readonly discrepancies: readonly string[]
}

/** About 5 MB before compression: the memory that one piece uses. */
const CHARGES_MAX = 20_000

/** Archives the ledger. Returns false when another process is archiving. */
export async function archiveLedger(tools: ArchiveTools, options: ArchiveOptions): Promise<boolean> {
  const done = await withLockIfFree(tools.db, 'quoin.ledger_archive', async (lock) => {
    const signer = createSigner(tools.secrets)
    const only = options.workspaceId
    for await (const workspaceId of only === undefined ? listAllWorkspaces(tools.db) : [only]) {
      const archived = await archiveWorkspace(tools, { ...options, workspaceId, lock, signer })
      if (archived) options.onWorkspace?.(archived)
    }
    return true
  })
  return done ?? false
}

type WorkspaceOptions = ArchiveOptions & {
  readonly workspaceId: string
  readonly lock: Lock
  readonly signer: Signer
}

/** Returns undefined when the workspace has no rows that are old enough. */
async function archiveWorkspace(
  tools: ArchiveTools,
  options: WorkspaceOptions,
): Promise<ArchivedWorkspace | undefined> {
  const { db, secrets, ids } = tools
  const { workspaceId, before, signer } = options
  const holdBound = ids.lowestAt('hold', before)
  if (!(await sql.hasOldRows(db, workspaceId, { before, holdBound }))) return
  // Inconsistent rows stay where they can be examined.
  const { discrepancies } = await snapshot(db, (tx) => verifyWorkspace(tx, workspaceId, listPublicKeys(secrets)))
  const total = { entries: 0, charges: 0, objects: 0, bytes: 0 }
  if (discrepancies.length > 0) return { workspaceId, ...total, discrepancies: discrepancies.map(describeDiscrepancy) }
  const last = await sql.findLastCheckpoint(db, workspaceId)
  if (last && last.public_key !== signer.publicKey)
    await sql.updateSignature(db, workspaceId, {
      number: last.number,
      public_key: signer.publicKey,
      signature: signer.sign(last.body),
    })
  await options.prepare?.(workspaceId, last?.archived_before)
  for (;;) {
    const piece = await archivePiece(tools, options, holdBound)
    if (!piece) return { workspaceId, ...total, discrepancies: [] }
    total.entries += piece.rows.entries
    total.charges += piece.rows.charges + piece.rows.freeCharges
    total.objects++
    total.bytes += piece.object.bytes
  }
}

/**
 * Stores the object, then its checkpoint, which deletes the rows in the same transaction. If the process is killed before that,
 * the next run finds the rows and writes the same object.
 */
async function archivePiece(
  { db, storage, clock }: ArchiveTools,
  { workspaceId, before, lock, signer, chargesMax = CHARGES_MAX }: WorkspaceOptions,
  holdBound: string,
) {
  const piece = await snapshot(db, (tx) => readArchivePiece(tx, workspaceId, { before, holdBound, chargesMax }))
  if (!piece) return
  const { previous, state, rows, object, content, discrepancies } = piece
  if (discrepancies.length > 0)
    throw new Error(`The ledger of ${workspaceId} is inconsistent: ${discrepancies.join('; ')}. Nothing was deleted.`)
  failpoint('archive_read')
  await storeObject(storage, object, content)
  failpoint('archive_stored')
  await lock.assertHeld()
  const archivedBefore = previous && previous.archived_before > before ? previous.archived_before : before
  const { freeCharges } = rows
  const facts = { workspaceId, previous, madeAt: clock.now(), archivedBefore, state, freeCharges, object }
  await sql.insertCheckpoint(db, workspaceId, signCheckpoint(signer, facts), rows)
  failpoint('archive_committed')
  return piece
}
