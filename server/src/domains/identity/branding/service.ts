import type { Context } from '../../../kit/context.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import type { Branding } from './contract.ts'
import * as sql from './sql.ts'

export async function getBranding(db: Db, workspaceId: string): Promise<Branding> {
  const { name = null, color = null, logo_url = null } = (await sql.findBranding(db, workspaceId)) ?? {}
  return { name, color, logo_url }
}

export async function setBranding(
  ctx: Context,
  db: Db,
  workspaceId: string,
  { name, color, logo_url }: Branding,
): Promise<Branding> {
  const shown = { name, color: color && color.toLowerCase(), logo_url }
  await sql.upsertBranding(db, { workspace_id: workspaceId, ...shown, updated_at: ctx.clock.now() })
  return shown
}
