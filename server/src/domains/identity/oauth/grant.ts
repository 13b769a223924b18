import type { Permission } from '../../../kit/context.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import type { KeyApp } from '../keys/contract.ts'
import { findApp } from '../keys/service.ts'

/** The key that tokens lead to. */
export interface GrantId {
  readonly workspaceId: string
  readonly keyId: string
}

export interface Grant extends GrantId {
  readonly app: KeyApp
  readonly permission: Permission
}

/** Returns the grant of a token; undefined if its key was revoked. */
export async function findGrant(
  db: Db,
  { workspace_id: workspaceId, key_id: keyId }: { workspace_id: string; key_id: string },
): Promise<Grant | undefined> {
  const found = await findApp(db, workspaceId, keyId)
  return found && { workspaceId, keyId, ...found }
}
