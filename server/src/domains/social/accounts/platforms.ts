import { type Connector, findMember, type Member } from '../../../connectors/connector.ts'
import { ACCOUNT_METRICS, POST_METRICS } from '../../../connectors/metrics.ts'
import type { Capability, PlatformFacts } from '../../../connectors/platform.ts'
import { findConnector, findPlatform, platforms } from '../../../connectors/registry.ts'
import type { Context } from '../../../kit/context.ts'
import { InvalidRequest, invalidValue, type Violation } from '../../../kit/declare/errors.ts'
import { type Page, takeFirstPage, toPage } from '../../../kit/declare/page.ts'
import { notAmong } from '../../../kit/declare/violations.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import { environmentApp, isComplete } from './apps/app.ts'
import type { Platform } from './contract/resources.ts'
import { listCurrentApps } from './sql/apps.ts'

export function offeredPlatforms(ctx: Context): readonly PlatformFacts[] {
  return platforms.filter(({ id }) => id !== 'sandbox' || ctx.config.hasSandbox)
}

export function getPlatform(ctx: Context, id: string, loc: Violation['loc'] = ['body', 'platform']): PlatformFacts {
  const found = findPlatform(id)
  if (found && offeredPlatforms(ctx).includes(found)) return found
  const names = offeredPlatforms(ctx).map((platform) => platform.id)
  const isChosen = loc.at(-1) === 'platform'
  throw new InvalidRequest([isChosen ? notAmong(names, loc) : invalidValue(loc, `this server no longer offers ${id}`)])
}

/** Returns the connector of a platform that this server offers, loaded on first use. */
export async function getConnector(ctx: Context, id: string, loc?: Violation['loc']): Promise<Connector> {
  return (await findConnector(getPlatform(ctx, id, loc).id)) as Connector
}

export function unsupported(platform: string, reason: string, loc: Violation['loc'] = ['body']): InvalidRequest {
  return new InvalidRequest(
    [{ type: 'unsupported_by_platform', loc, msg: reason, ctx: { platform } }],
    'unsupported_by_platform',
  )
}

/** Throws 422 where the platform lacks the capability, before anything is stored or called. */
export function requireCapability({ id, label, capabilities }: PlatformFacts, capability: Capability): void {
  if (!capabilities.includes(capability)) throw unsupported(id, `${label} does not support ${capability}`)
}

/** Returns the connector's member that provides a capability; throws 422 where it is absent. */
export function requireMember<C extends Capability>(connector: Connector, capability: C): Member<C> {
  requireCapability(connector.platform, capability)
  return findMember(connector, capability) as Member<C>
}

/** Lists platforms ordered by id, which is also the cursor. */
export async function listPlatforms(
  ctx: Context,
  db: Db,
  workspaceId: string,
  { limit, cursor }: PlatformQuery,
): Promise<Page<Platform>> {
  const after = readCursor(cursor)
  const own = await listCurrentApps(db, workspaceId, null)
  const rest = offeredPlatforms(ctx)
    .filter(({ id }) => id > after)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
  return toPage(takeFirstPage(rest, limit), (platform) => {
    const app = own.find((row) => row.platform === platform.id)
    return present(platform, app !== undefined || isComplete(platform, environmentApp(ctx, platform)))
  })
}

interface PlatformQuery {
  readonly limit: number
  readonly cursor?: string
}

/** Reads the id of the previous page's last platform. */
export function readCursor(cursor: string | undefined): string {
  const after = cursor === undefined ? '' : Buffer.from(cursor, 'base64url').toString('latin1')
  if (cursor !== undefined && !findPlatform(after))
    throw new InvalidRequest([invalidValue(['query', 'cursor'], 'this cursor did not come from this list')])
  return after
}

function present(platform: PlatformFacts, isConfigured: boolean): Platform {
  const { id, label, version, testedAgainst, auth, limits, options, messageWindowHours, metrics } = platform
  return {
    id,
    label,
    version,
    tested_against: [...testedAgainst],
    is_configured: isConfigured,
    auth: {
      methods: [...auth.methods],
      scopes: [...auth.scopes],
      optional_scopes: [...(auth.optionalScopes ?? [])],
      selection: auth.selection,
      is_revocable: auth.isRevocable ?? true,
      options_schema: auth.options ? { ...auth.options } : null,
      credentials_schema: auth.credentials ? { ...auth.credentials } : null,
    },
    capabilities: [...platform.capabilities],
    limits: toSnakeCase(limits),
    options_schema: { ...options },
    message_window_hours: messageWindowHours,
    poll_seconds: { ...platform.pollSeconds },
    usd_per_call: { ...platform.usdPerCall },
    metrics: {
      account: ACCOUNT_METRICS.filter((name) => metrics.account.includes(name)),
      post: POST_METRICS.filter((name) => metrics.post.includes(name)),
    },
  }
}

/** Converts limits from camel case in the code to snake case in the API. */
function toSnakeCase(facts: object): Record<string, unknown> {
  const entries = Object.entries(facts).map(([name, value]: [string, unknown]) => [
    name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    typeof value === 'object' && value !== null && !Array.isArray(value) ? toSnakeCase(value) : value,
  ])
  return Object.fromEntries(entries)
}
