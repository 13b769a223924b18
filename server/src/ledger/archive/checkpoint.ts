import { createHash } from 'node:crypto'
import type { ReplayedGrant, ReplayState } from '../replay.ts'
import type { CheckpointRow } from '../sql/archive.ts'
import { isSignedBy, type Signer } from './signing.ts'

/** Location of the rows that a checkpoint replaced. */
export interface ArchivedObject {
  readonly key: string
  readonly bytes: number
  readonly sha256: string
}

/** The signed content, as JSON. Counts and totals cover everything since the first entry. */
export interface Checkpoint {
  readonly version: 1
  readonly workspace_id: string
  readonly number: number
  /** SHA-256 of the previous checkpoint's body. */
  readonly previous: string | null
  readonly made_at: string
  readonly archived_before: string
  /** The last archived entry and its hash, which the next entry builds on. */
  readonly seq: number
  readonly hash: string
  readonly totals: ReplayState['totals']
  readonly counts: ReplayState['counts'] & { readonly free_charges: number }
  readonly grants: readonly Readonly<ReplayedGrant>[]
  /** Hash of the grants that are used up. Their number grows without limit, so their rows stay in the database. */
  readonly used_up: { readonly grants: number; readonly sha256: string }
  readonly object: ArchivedObject
}

export interface CheckpointFacts {
  readonly workspaceId: string
  readonly previous: CheckpointRow | undefined
  readonly madeAt: Date
  readonly archivedBefore: Date
  readonly state: ReplayState
  readonly freeCharges: number
  readonly object: ArchivedObject
}

/** Builds the row of the next checkpoint. */
export function signCheckpoint(signer: Signer, facts: CheckpointFacts): CheckpointRow {
  const { workspaceId, previous, madeAt, archivedBefore, state, object } = facts
  const checkpoint: Checkpoint = {
    version: 1,
    workspace_id: workspaceId,
    number: (previous?.number ?? 0) + 1,
    previous: previous ? sha256(previous.body) : null,
    made_at: madeAt.toISOString(),
    archived_before: archivedBefore.toISOString(),
    ...presentState(state, (previous ? readCheckpoint(previous).counts.free_charges : 0) + facts.freeCharges),
    object,
  }
  const body = JSON.stringify(checkpoint)
  return {
    number: checkpoint.number,
    seq: state.seq,
    archived_before: archivedBefore,
    body,
    public_key: signer.publicKey,
    signature: signer.sign(body),
  }
}

export type CheckpointState = Pick<Checkpoint, 'seq' | 'hash' | 'totals' | 'counts' | 'grants' | 'used_up'>

export function presentState(state: ReplayState, freeCharges: number): CheckpointState {
  const grants = state.grants
    .map(({ id, kind, source, amount, expiresAt, remaining }) => ({ id, kind, source, amount, expiresAt, remaining }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
  return {
    seq: state.seq,
    hash: Buffer.from(state.head).toString('hex'),
    totals: state.totals,
    counts: { ...state.counts, free_charges: freeCharges },
    grants: grants.filter(({ remaining }) => remaining > 0),
    used_up: hashUsedUpGrants(grants.filter(({ remaining }) => remaining === 0)),
  }
}

/** Hashes the grants that are used up, in the order of their ids. */
export function hashUsedUpGrants(grants: readonly Readonly<ReplayedGrant>[]): Checkpoint['used_up'] {
  const lines = grants
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ id, kind, source, amount, expiresAt }) => JSON.stringify([id, kind, source, amount, expiresAt]))
  return { grants: grants.length, sha256: sha256(lines.join('\n')) }
}

export function readCheckpoint({ body }: Pick<CheckpointRow, 'body'>): Checkpoint {
  return JSON.parse(body) as Checkpoint
}

/** Builds the state that a replay continues from. `usedUp` is in no checkpoint. */
export function toReplayState(checkpoint: Checkpoint, usedUp: readonly ReplayedGrant[]): ReplayState {
  const { seq, hash, totals, counts, grants } = checkpoint
  return {
    seq,
    head: Buffer.from(hash, 'hex'),
    totals,
    counts: { entries: counts.entries, charges: counts.charges },
    grants: [...grants, ...usedUp],
  }
}

const RESTORE = 'restore this row of ledger_checkpoints from a backup'

/**
 * Lists what is wrong with the checkpoints of a workspace, in order: signatures, columns, and the link to the previous one. The
 * last checkpoint must be signed by a trusted key. It vouches for the others, whose keys may be rotated out.
 */
export function checkCheckpoints(
  workspaceId: string,
  rows: readonly CheckpointRow[],
  trusted: readonly string[] | undefined,
): string[] {
  const found: string[] = []
  rows.forEach((row, at) => {
    const name = `checkpoint ${row.number}`
    if (row.number !== at + 1) found.push(`${name} follows checkpoint ${at}: ${RESTORE}, or the missing one`)
    if (!isSignedBy(row.public_key, row.body, row.signature))
      return found.push(`${name} does not match its signature: ${RESTORE}`)
    const checkpoint = readCheckpoint(row)
    if (!isSameInColumns(workspaceId, row, checkpoint))
      found.push(`${name} has columns that differ from its signed body: ${RESTORE}`)
    const before = rows[at - 1]
    if (checkpoint.previous !== (before ? sha256(before.body) : null))
      found.push(`${name} does not build on the stored checkpoint ${row.number - 1}: ${RESTORE}`)
  })
  const last = rows.at(-1)
  if (last && trusted && !trusted.includes(last.public_key))
    found.push(
      `checkpoint ${last.number} is signed with the unknown key ${last.public_key}. Add the master key that signed it to QUOIN_MASTER_KEY after the current one, or pass a public key that you trust with --public-key. If you have neither, ${RESTORE}`,
    )
  return found
}

function isSameInColumns(workspaceId: string, row: CheckpointRow, checkpoint: Checkpoint): boolean {
  const signed = [checkpoint.workspace_id, checkpoint.number, checkpoint.seq, checkpoint.archived_before]
  const stored = [workspaceId, row.number, row.seq, row.archived_before.toISOString()]
  return JSON.stringify(signed) === JSON.stringify(stored)
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
