import type { PlatformFacts } from '../../../../connectors/platform.ts'
import type { Call } from '../../../../connectors/session.ts'
import type { Context } from '../../../../kit/context.ts'
import type { Db } from '../../../../kit/postgres/db.ts'
import { type AppRow, endApp, findApp, listApps, listCurrentApps, OPERATOR } from '../sql/apps.ts'

/** An app registered with a platform, with its credentials. */
export interface App {
  /** Null for the app in the server's environment. */
  readonly id: string | null
  readonly source: 'workspace' | 'operator' | 'environment'
  /** The owning workspace; null for the operator's app. */
  readonly workspaceId: string | null
  /** Values that connectors get as `call.app`: the credentials and the operator's settings. */
  readonly values: Call['app']
}

/** Returns the app that new sign-ins of a workspace use: its own, the operator's, or the one in the environment. */
export async function currentApp(ctx: Context, db: Db, workspaceId: string, platform: PlatformFacts): Promise<App> {
  if (Object.keys(platform.app).length === 0) return environmentApp(ctx, platform)
  const [row] = await listCurrentApps(db, workspaceId, platform.id)
  return row ? openApp(ctx, platform, row) : environmentApp(ctx, platform)
}

export async function listOwnApps(db: Db, workspaceId: string): Promise<string[]> {
  const rows = await listCurrentApps(db, workspaceId, null)
  return rows.filter((row) => row.workspace_id === workspaceId).map(({ platform }) => platform)
}

/** Ends a workspace's own apps. Accounts connected with them keep them. */
export async function endOwnApps(ctx: Context, tx: Db, workspaceId: string): Promise<void> {
  for (const platform of await listOwnApps(tx, workspaceId)) await endApp(tx, workspaceId, platform, ctx.clock.now())
}

/** Returns the app that a sign-in was made with, even when another one is current now. */
export async function getApp(ctx: Context, db: Db, platform: PlatformFacts, id: string | null): Promise<App> {
  const row = id === null ? undefined : await findApp(db, platform.id, id)
  return row ? openApp(ctx, platform, row) : environmentApp(ctx, platform)
}

/** Lists every app of a platform that this server knows, including replaced ones. */
export async function listAllApps(ctx: Context, db: Db, platform: PlatformFacts): Promise<App[]> {
  const rows = await listApps(db, null, platform.id)
  return [environmentApp(ctx, platform), ...rows.map((row) => openApp(ctx, platform, row))]
}

/**
 * Lists the ids under which an app's owner has set the same app: with an earlier secret, or in the environment. Apps are the same
 * when everything but their secrets is equal.
 */
export async function listSameApps(
  ctx: Context,
  db: Db,
  platform: PlatformFacts,
  { id, workspaceId, values }: App,
): Promise<(string | null)[]> {
  const names = Object.entries(platform.app).flatMap(([name, { isSecret }]) => (isSecret ? [] : [name]))
  if (!names.some((name) => values[name])) return [id]
  const rows = await listApps(db, workspaceId ?? OPERATOR, platform.id)
  const owned = [
    ...rows.map((row) => openApp(ctx, platform, row)),
    ...(workspaceId === null ? [environmentApp(ctx, platform)] : []),
  ]
  return owned.filter((app) => names.every((name) => app.values[name] === values[name])).map((app) => app.id)
}

export function openApp(
  ctx: Context,
  { settings }: PlatformFacts,
  row: Pick<AppRow, 'id' | 'workspace_id' | 'credentials'>,
): App {
  const credentials = JSON.parse(ctx.secrets.open(row.credentials, toSealPurpose(row.id))) as Record<string, string>
  return {
    id: row.id,
    source: row.workspace_id === OPERATOR ? 'operator' : 'workspace',
    workspaceId: row.workspace_id === OPERATOR ? null : row.workspace_id,
    values: { ...readVariables(ctx, settings), ...credentials },
  }
}

export function sealApp(ctx: Context, id: string, credentials: Record<string, unknown>): string {
  return ctx.secrets.seal(JSON.stringify(credentials), toSealPurpose(id))
}

const toSealPurpose = (id: string) => `platform_apps.credentials:${id}`

export function environmentApp(ctx: Context, { settings, app }: PlatformFacts): App {
  const variables = Object.fromEntries(Object.entries(app).map(([name, { variable }]) => [name, variable]))
  const values = readVariables(ctx, { ...settings, ...variables })
  return { id: null, source: 'environment', workspaceId: null, values }
}

function readVariables(ctx: Context, names: PlatformFacts['settings']): Call['app'] {
  return Object.fromEntries(Object.entries(names).map(([name, variable]) => [name, ctx.config[variable]?.toString()]))
}

/** Returns true when an app has every credential that the platform needs; where all are optional, it must have one of them. */
export function isComplete({ app }: PlatformFacts, { values }: Pick<App, 'values'>): boolean {
  const fields = Object.entries(app)
  const needed = fields.filter(([, { isOptional }]) => !isOptional)
  const isGiven = ([name]: (typeof fields)[number]) => values[name] !== undefined
  return needed.length > 0 || fields.length === 0 ? needed.every(isGiven) : fields.some(isGiven)
}
