import type { Connector } from '../../../connectors/connector.ts'
import type { PlatformFacts } from '../../../connectors/platform.ts'
import { PlatformError } from '../../../connectors/platform-error.ts'
import type { Call, Http, OpenSocket } from '../../../connectors/session.ts'
import type { Context } from '../../../kit/context.ts'
import { type Origins, parseOrigins, redirectOrigin } from '../../../kit/net/origins.ts'
import { sandboxNetworkHttp } from '../sandbox-network/network/http.ts'
import type { App } from './apps/app.ts'

export interface PlatformCaller {
  readonly workspaceId: string
  readonly connector: Connector
  readonly app: App
  /** Absent before the account exists. */
  readonly accountId?: string
}

/** Builds the call context of a connector. The network behind the sandbox connector runs inside this process. */
export function callFor(ctx: Context, caller: PlatformCaller): Call {
  const { workspaceId, connector, app } = caller
  const isSandbox = connector.platform.id === 'sandbox'
  return {
    http: isSandbox ? sandboxNetworkHttp(ctx, workspaceId) : pacedHttp(ctx, caller),
    socket: createSocketOpener(ctx, workspaceId),
    now: () => ctx.clock.now(),
    report: ({ field, raw }) =>
      ctx.log.warn(
        { platform: connector.platform.id, workspaceId, field, response: raw },
        'unexpected response of a platform',
      ),
    app: app.values,
    ...createAppSecrets(ctx, connector.platform, app),
  }
}

/** Does not wait for limits: a call that would exceed one is refused before it is sent, and its job retries later. */
function pacedHttp(ctx: Context, { workspaceId, connector, app, accountId }: PlatformCaller): Http {
  const { platform, readUsage } = connector
  const group = `${platform.id}/${app.id ?? ''}`
  return async (request) => {
    const call = { group, member: accountId ?? workspaceId, isRead: (request.method ?? 'GET') === 'GET' }
    const seconds = readUsage ? ctx.pacing.waitSeconds(call) : 0
    if (seconds > 0)
      throw new PlatformError(
        'rate_limited',
        `${platform.label}'s limit is almost reached: the rest is reserved for others.`,
        {
          rule: `${platform.id}.limit.near`,
          remediation: 'Nothing was sent. Try again after the time in Retry-After.',
          retryAfterSeconds: seconds,
        },
      )
    const url = redirectOrigin(request.url, readPlatformOrigins(ctx))
    const reply = await ctx.outbound.send({ ...request, url, workspaceId })
    for (const usage of readUsage?.(reply.headers, ctx.clock.now()) ?? [])
      ctx.pacing.record(call, usage.scope === 'app' ? 'group' : 'member', usage)
    return reply
  }
}

function createSocketOpener(ctx: Context, workspaceId: string): OpenSocket {
  return (request) =>
    ctx.outbound.socket({ ...request, url: redirectOrigin(request.url, readPlatformOrigins(ctx)), workspaceId })
}

/** Derives this server's secrets for one app of a platform. */
export function createAppSecrets(ctx: Context, { id }: PlatformFacts, app: Pick<App, 'id'>) {
  const name = (purpose: string) => `connectors.${id}.${app.id ?? 'environment'}:${purpose}`
  return {
    deriveSecret: (purpose: string) => ctx.secrets.derive(name(purpose)),
    isDerivedSecret: (given: string, purpose: string) => ctx.secrets.isDerived(given, name(purpose)),
    derivedSecrets: (purpose: string) => ctx.secrets.deriveAll(name(purpose)),
  }
}

/** Reads the replacement origins for platforms on this server. */
export function readPlatformOrigins({ config: { PLATFORM_ORIGINS: text } }: Context): Origins {
  return text === undefined ? NO_ORIGINS : parseOrigins(text)
}

const NO_ORIGINS: Origins = new Map()

/** Returns the URL to which the platform sends a person back. */
export function callbackUrl(ctx: Context, { id }: PlatformFacts): string {
  return `${ctx.publicUrl.get()}/v1/oauth/${id}/callback`
}

/** Returns the URL where the platform reads about this server; the URL is our client id there. */
export function clientUrl(ctx: Context, { id }: PlatformFacts): string {
  return `${ctx.publicUrl.get()}/v1/oauth/${id}/client-metadata.json`
}

/** Returns the URL to which the platform sends webhooks: each app has its own URL, because it has its own secret. */
export function webhookUrl(ctx: Context, { id }: PlatformFacts, app: Pick<App, 'id'>): string {
  return `${ctx.publicUrl.get()}/v1/inbound/${id}${app.id === null ? '' : `/${app.id}`}`
}

/** Returns the guide that explains how to get an app of the platform, and what works there. */
export function guideUrl(ctx: Context, { id }: PlatformFacts): string {
  return `${ctx.publicUrl.get()}/docs/guides/${id}`
}
