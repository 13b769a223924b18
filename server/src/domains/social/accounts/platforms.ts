import { type Connector, findMember, type Member } from '../../../connectors/connector.ts'
import { ACCOUNT_METRICS, POST_METRICS } from '../../../connectors/metrics.ts'
import type { Capability, PlatformFacts } from '../../../connectors/platform.ts'
import { findConnector, findPlatform, platforms } from '../../../connectors/registry.ts'
import type { Call } from '../../../connectors/session.ts'
import type { Context } from '../../../kit/context.ts'
import { InvalidRequest, invalidValue, type Violation } from '../../../kit/declare/errors.ts'
import { firstPageOf, type Page, pageOf } from '../../../kit/declare/page.ts'
import { notAmong } from '../../../kit/declare/violations.ts'
import { type Origins, parseOrigins, redirectOrigin } from '../../../kit/net/origins.ts'
import { sandboxNetworkHttp } from '../sandbox-network/network/http.ts'
import type { Platform } from './contract/resources.ts'

/** The platforms this server offers. */
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

/** The connector of a platform that this server offers, loaded when it is first used. */
export async function getConnector(ctx: Context, id: string, loc?: Violation['loc']): Promise<Connector> {
  return (await findConnector(getPlatform(ctx, id, loc).id)) as Connector
}

/** What a connector gets for a call. The network behind the sandbox connector is answered inside this process. */
export function callFor(ctx: Context, workspaceId: string, platform: PlatformFacts): Call {
  return {
    http:
      platform.id === 'sandbox'
        ? sandboxNetworkHttp(ctx, workspaceId)
        : (request) => ctx.outbound.send({ ...request, url: redirectOrigin(request.url, originsOf(ctx)), workspaceId }),
    now: () => ctx.clock.now(),
    app: settingsOf(ctx, platform),
    deriveSecret: (purpose) => ctx.secrets.derive(`connectors.${platform.id}:${purpose}`),
    isDerivedSecret: (given, purpose) => ctx.secrets.isDerived(given, `connectors.${platform.id}:${purpose}`),
  }
}

/** Where the platforms' addresses lead on this server. */
export function originsOf({ config: { PLATFORM_ORIGINS: text } }: Context): Origins {
  return text === undefined ? NO_ORIGINS : parseOrigins(text)
}

const NO_ORIGINS: Origins = new Map()

function settingsOf(ctx: Context, { settings, app }: PlatformFacts): Call['app'] {
  const variables = [
    ...Object.entries(settings),
    ...Object.entries(app).map(([name, { variable }]) => [name, variable] as const),
  ]
  return Object.fromEntries(variables.map(([name, variable]) => [name, ctx.config[variable]?.toString()]))
}

export function isConfigured(ctx: Context, platform: PlatformFacts): boolean {
  const app = settingsOf(ctx, platform)
  return Object.entries(platform.app).every(([name, { isOptional }]) => isOptional || app[name] !== undefined)
}

export function unsupported(platform: string, reason: string, loc: Violation['loc'] = ['body']): InvalidRequest {
  return new InvalidRequest(
    [{ type: 'unsupported_by_platform', loc, msg: reason, ctx: { platform } }],
    'unsupported_by_platform',
  )
}

/** Throws 422 where the platform lacks the capability, before anything is stored or called. */
export function requireCapability({ id, label, capabilities }: PlatformFacts, capability: Capability): void {
  if (!capabilities.includes(capability)) throw unsupported(id, `${label} has no ${capability}`)
}

/** The connector's member that provides a capability; throws 422 where it is absent. */
export function requireMember<C extends Capability>(connector: Connector, capability: C): Member<C> {
  requireCapability(connector.platform, capability)
  return findMember(connector, capability) as Member<C>
}

/** Ordered by id, which is also the cursor. */
export function listPlatforms(ctx: Context, { limit, cursor }: { limit: number; cursor?: string }): Page<Platform> {
  const after = cursor === undefined ? '' : Buffer.from(cursor, 'base64url').toString('latin1')
  if (cursor !== undefined && !findPlatform(after))
    throw new InvalidRequest([invalidValue(['query', 'cursor'], 'this cursor did not come from this list')])
  const rest = offeredPlatforms(ctx)
    .filter(({ id }) => id > after)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
  return pageOf(firstPageOf(rest, limit), (platform) => present(ctx, platform))
}

function present(ctx: Context, platform: PlatformFacts): Platform {
  const { id, label, version, testedAgainst, auth, limits, options, messageWindowHours, metrics } = platform
  return {
    id,
    label,
    version,
    tested_against: [...testedAgainst],
    is_configured: isConfigured(ctx, platform),
    auth: {
      methods: [...auth.methods],
      scopes: [...auth.scopes],
      optional_scopes: [...(auth.optionalScopes ?? [])],
      selection: auth.selection,
      options_schema: auth.options ? { ...auth.options } : null,
      credentials_schema: auth.credentials ? { ...auth.credentials } : null,
    },
    capabilities: [...platform.capabilities],
    limits: toSnakeCase(limits),
    options_schema: { ...options },
    message_window_hours: messageWindowHours,
    poll_seconds: { ...platform.pollSeconds },
    metrics: {
      account: ACCOUNT_METRICS.filter((name) => metrics.account.includes(name)),
      post: POST_METRICS.filter((name) => metrics.post.includes(name)),
    },
  }
}

/** Limits have camel case names in the code and snake case names in the API. */
function toSnakeCase(facts: object): Record<string, unknown> {
  const entries = Object.entries(facts).map(([name, value]: [string, unknown]) => [
    name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    typeof value === 'object' && value !== null && !Array.isArray(value) ? toSnakeCase(value) : value,
  ])
  return Object.fromEntries(entries)
}
