import type { Context } from '../../../kit/context.ts'
import { assertUnchanged, type IfMatch, nextVersionAt } from '../../../kit/declare/version.ts'
import { type Db, transaction } from '../../../kit/postgres/db.ts'
import type { Branding, StoredBranding } from './contract.ts'
import * as sql from './sql.ts'

export async function getBranding(db: Db, workspaceId: string): Promise<Branding> {
  const { updated_at: _, ...branding } = await getStoredBranding(db, workspaceId)
  return branding
}

export async function getStoredBranding(db: Db, workspaceId: string): Promise<StoredBranding> {
  const row = await sql.findBranding(db, workspaceId)
  return row ? present(row) : { name: null, color: null, logo_url: null, updated_at: null }
}

export async function setBranding(
  ctx: Context,
  db: Db,
  workspaceId: string,
  { name, color, logo_url }: Branding,
  ifMatch?: IfMatch,
): Promise<StoredBranding> {
  return transaction(db, async (tx) => {
    await sql.lockBranding(tx, workspaceId)
    const before = await getStoredBranding(tx, workspaceId)
    assertUnchanged(ifMatch, before)
    const updated_at = nextVersionAt(ctx.clock.now(), new Date(before.updated_at ?? 0))
    const row = { workspace_id: workspaceId, name, color: color && color.toLowerCase(), logo_url, updated_at }
    await sql.upsertBranding(tx, row)
    return present(row)
  })
}

function present({ name, color, logo_url, updated_at }: sql.BrandingRow): StoredBranding {
  return { name, color, logo_url, updated_at: updated_at.toISOString() }
}
