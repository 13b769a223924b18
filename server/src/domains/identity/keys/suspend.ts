import type { Context } from '../../../kit/context.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import type { ApiKey } from './contract.ts'
import { present } from './service.ts'
import * as sql from './sql.ts'

/** Revokes the usable keys that a user minted, and those that these minted in turn; returns their ids. */
export async function suspendKeysMintedBy(tx: Db, workspaceId: string, userId: string, at: Date): Promise<string[]> {
  return sql.revokeKeysMintedBy(tx, workspaceId, userId, at)
}

/** Returns these keys, newest first. */
export async function listKeysById(db: Db, workspaceId: string, ids: readonly string[]): Promise<ApiKey[]> {
  return (await sql.listKeysById(db, workspaceId, ids)).map(present)
}

/** Restores keys that were revoked at exactly this time. */
export async function restoreKeys(
  tx: Db,
  workspaceId: string,
  { ids, revokedAt }: { ids: readonly string[]; revokedAt: Date },
): Promise<void> {
  await sql.restoreKeys(tx, workspaceId, ids, revokedAt)
}

export async function revokeAllKeys({ clock }: Context, tx: Db, workspaceId: string): Promise<void> {
  await sql.revokeAllKeys(tx, workspaceId, clock.now())
}
