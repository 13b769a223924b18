import {
  type Capability,
  type Connector,
  capabilitiesOf,
  findMember,
  type Member,
} from '../../../connectors/connector.ts'
import { ACCOUNT_METRICS, POST_METRICS } from '../../../connectors/metrics.ts'
import { connectors, findConnector } from '../../../connectors/registry.ts'
import type { Call } from '../../../connectors/session.ts'
import type { Context } from '../../../kit/context.ts'
import { InvalidRequest, invalidValue, type Violation } from '../../../kit/declare/errors.ts'
import { firstPageOf, type Page, pageOf } from '../../../kit/declare/page.ts'
import { notAmong } from '../../../kit/declare/violations.ts'
import { sandboxNetworkHttp } from '../sandbox-network/network/http.ts'
import type { Platform } from './contract/resources.ts'

/** The platforms this server offers. */
export function listConnectors(ctx: Context): readonly Connector[] {
  return connectors.filter(({ id }) => id !== 'sandbox' || ctx.config.hasSandbox)
}

export function getConnector(ctx: Context, id: string, loc: Violation['loc'] = ['body', 'platform']): Connector {
  const found = findConnector(id)
  if (found && listConnectors(ctx).includes(found)) return found
  const names = listConnectors(ctx).map((connector) => connector.id)
  const isChosen = loc.at(-1) === 'platform'
  throw new InvalidRequest([isChosen ? notAmong(names, loc) : invalidValue(loc, `this server no longer offers ${id}`)])
}

/** What a connector gets for a call. The network behind the sandbox connector is answered inside this process. */
export function callFor(ctx: Context, workspaceId: string, connector: Connector): Call {
  return {
    http:
      connector.id === 'sandbox'
        ? sandboxNetworkHttp(ctx, workspaceId)
        : (request) => ctx.outbound.send({ ...request, workspaceId }),
    now: () => ctx.clock.now(),
    app: settingsOf(ctx, connector),
  }
}

function settingsOf(ctx: Context, { settings }: Connector): Call['app'] {
  const entries = Object.entries(settings).map(([name, variable]) => [name, ctx.config[variable]?.toString()])
  return Object.fromEntries(entries) as Call['app']
}

export function isConfigured(ctx: Context, connector: Connector): boolean {
  const app = settingsOf(ctx, connector)
  return connector.needs.every((name) => app[name] !== undefined)
}

export function unsupported(platform: string, reason: string, loc: Violation['loc'] = ['body']): InvalidRequest {
  return new InvalidRequest(
    [{ type: 'unsupported_by_platform', loc, msg: reason, ctx: { platform } }],
    'unsupported_by_platform',
  )
}

/** The connector's member that provides a capability. Throws 422 where it is absent, before anything is stored or called. */
export function requireCapability<C extends Capability>(connector: Connector, capability: C): Member<C> {
  const member = findMember(connector, capability)
  if (!member) throw unsupported(connector.id, `${connector.label} has no ${capability}`)
  return member
}

/** Ordered by id, which is also the cursor. */
export function listPlatforms(ctx: Context, { limit, cursor }: { limit: number; cursor?: string }): Page<Platform> {
  const after = cursor === undefined ? '' : Buffer.from(cursor, 'base64url').toString('latin1')
  if (cursor !== undefined && !findConnector(after))
    throw new InvalidRequest([invalidValue(['query', 'cursor'], 'this cursor did not come from this list')])
  const rest = listConnectors(ctx)
    .filter(({ id }) => id > after)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
  return pageOf(firstPageOf(rest, limit), (connector) => present(ctx, connector))
}

function present(ctx: Context, connector: Connector): Platform {
  const { id, label, version, auth, limits, options, messageWindowHours, metrics } = connector
  return {
    id,
    label,
    version,
    is_configured: isConfigured(ctx, connector),
    auth: {
      methods: [...(auth.oauth ? ['oauth' as const] : []), ...(auth.credentials ? ['credentials' as const] : [])],
      scopes: [...auth.scopes],
      selection: auth.selection,
      options_schema: auth.options ? { ...auth.options } : null,
      credentials_schema: auth.credentials ? { ...auth.credentials.schema } : null,
    },
    capabilities: capabilitiesOf(connector),
    limits: toSnakeCase(limits),
    options_schema: { ...options },
    message_window_hours: messageWindowHours,
    metrics: {
      account: ACCOUNT_METRICS.filter((name) => metrics?.account.available.includes(name)),
      post: POST_METRICS.filter((name) => metrics?.posts.available.includes(name)),
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
