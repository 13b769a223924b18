import type { TObject } from 'typebox'
import type { PlatformFacts } from '../../../../connectors/platform.ts'
import type { Context } from '../../../../kit/context.ts'
import { InvalidRequest, notFound } from '../../../../kit/declare/errors.ts'
import { Type } from '../../../../kit/declare/type.ts'
import { findMismatches } from '../../../../kit/declare/violations.ts'
import { type Db, transaction } from '../../../../kit/postgres/db.ts'
import type { PlatformApp, PlatformAppRequest } from '../contract/apps.ts'
import { callbackUrl, createAppSecrets, webhookUrl } from '../platform-calls.ts'
import { offeredPlatforms, unsupported } from '../platforms.ts'
import * as sql from '../sql/apps.ts'
import { environmentApp, isComplete, openApp, sealApp } from './app.ts'

/** Returns the app of a platform. `owner` is the calling workspace, or the operator. */
export async function getPlatformApp(ctx: Context, db: Db, owner: string, id: string): Promise<PlatformApp> {
  return presentApp(ctx, db, owner, requirePlatform(ctx, id))
}

export async function setPlatformApp(
  ctx: Context,
  db: Db,
  owner: string,
  id: string,
  { credentials }: PlatformAppRequest,
): Promise<PlatformApp> {
  const platform = checkCredentials(ctx, id, credentials)
  const now = ctx.clock.now()
  const appId = ctx.ids.next('app')
  return transaction(db, async (tx) => {
    await sql.lockApps(tx, owner, platform.id)
    await sql.endApp(tx, owner, platform.id, now)
    await sql.insertApp(tx, {
      workspace_id: owner,
      id: appId,
      platform: platform.id,
      credentials: sealApp(ctx, appId, credentials),
      created_at: now,
      ended_at: null,
    })
    return presentApp(ctx, tx, owner, platform)
  })
}

export async function removePlatformApp(ctx: Context, db: Db, owner: string, id: string): Promise<PlatformApp> {
  const platform = requirePlatform(ctx, id)
  await sql.endApp(db, owner, platform.id, ctx.clock.now())
  return presentApp(ctx, db, owner, platform)
}

const PATH = ['path', 'id']

export function requirePlatform(ctx: Context, id: string): PlatformFacts {
  const found = offeredPlatforms(ctx).find((platform) => platform.id === id)
  if (!found) throw notFound('platform')
  return found
}

/** Returns the platform if it takes an app with these credentials. */
export function checkCredentials(ctx: Context, id: string, credentials: Record<string, unknown>): PlatformFacts {
  const platform = requirePlatform(ctx, id)
  if (Object.keys(platform.app).length === 0)
    throw unsupported(platform.id, `${platform.label} needs no app: connect accounts without one`, PATH)
  const violations = findMismatches(getCredentialsSchema(platform), credentials, ['body', 'credentials'])
  if (violations.length > 0) throw new InvalidRequest(violations)
  return platform
}

const schemas = new WeakMap<PlatformFacts, TObject>()

/** Caches one schema for each platform: Ajv keeps everything that it compiles. */
function getCredentialsSchema(platform: PlatformFacts): TObject {
  const known = schemas.get(platform) ?? buildSchema(platform)
  schemas.set(platform, known)
  return known
}

function buildSchema({ app }: PlatformFacts): TObject {
  const fields = Object.entries(app).map(([name, { description, isOptional }]) => {
    const text = Type.String({ minLength: 1, maxLength: 4096, description })
    return [name, isOptional ? Type.Optional(text) : text]
  })
  return Type.Object(Object.fromEntries(fields), { additionalProperties: false })
}

async function presentApp(ctx: Context, db: Db, owner: string, platform: PlatformFacts): Promise<PlatformApp> {
  const [row] = await sql.listCurrentApps(db, owner, platform.id)
  const app = row ? openApp(ctx, platform, row) : environmentApp(ctx, platform)
  const isOwn = row ? row.workspace_id === owner : owner === sql.OPERATOR
  const isSet = Object.keys(platform.app).length > 0 && isComplete(platform, app)
  const shown = Object.entries(platform.app).filter(([name, { isSecret }]) => !isSecret && app.values[name])
  const hasWebhooks = platform.capabilities.includes('inbound')
  return {
    platform: platform.id,
    source: isSet ? app.source : null,
    credentials: Object.fromEntries(shown.map(([name]) => [name, app.values[name]])),
    credentials_schema: { ...getCredentialsSchema(platform) },
    variables: Object.values(platform.app).map(({ variable }) => variable),
    redirect_url: callbackUrl(ctx, platform),
    webhook_url: hasWebhooks ? webhookUrl(ctx, platform, app) : null,
    webhook_verify_token:
      hasWebhooks && isOwn && isSet ? createAppSecrets(ctx, platform, app).deriveSecret('verify_token') : null,
    created_at: row ? row.created_at.toISOString() : null,
  }
}
