import type { Configuration, CustomFetchOptions } from 'openid-client'
import type { Context } from '../../../../kit/context.ts'
import { ApiError } from '../../../../kit/declare/errors.ts'

const KNOWN_MS = 3_600_000
const known = new WeakMap<Context, { readonly provider: Promise<Configuration>; readonly until: number }>()

export interface OidcSettings {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
}

export function oidcSettings({ config }: Context): OidcSettings {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = config
  if (issuer === undefined || clientId === undefined || clientSecret === undefined)
    throw new ApiError(
      'not_found',
      'Single sign-on is not configured on this server. The operator can set OIDC_ISSUER.',
    )
  return { issuer, clientId, clientSecret }
}

/** Opens the provider as its discovery document describes it, which is read once an hour, and again after a failure. */
export async function openProvider(ctx: Context): Promise<Configuration> {
  const settings = oidcSettings(ctx)
  const found = known.get(ctx)
  if (found && found.until > Date.now()) return found.provider
  const provider = discover(ctx, settings)
  known.set(ctx, { provider, until: Date.now() + KNOWN_MS })
  provider.catch(() => known.delete(ctx))
  return provider
}

async function discover(ctx: Context, { issuer, clientId, clientSecret }: OidcSettings): Promise<Configuration> {
  const client = await import('openid-client')
  const options = {
    [client.customFetch]: fetchThrough(ctx),
    // Plain HTTP is for development: in production the outbound guard refuses it.
    execute: [client.enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [client.allowInsecureRequests] : [])],
  }
  const found = await client.discovery(new URL(issuer), clientId, clientSecret, undefined, options)
  // Every provider must accept Basic unless its metadata excludes it; the library prefers the other method.
  const methods = found.serverMetadata().token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  if (!methods.includes('client_secret_basic')) return found
  const authentication = client.ClientSecretBasic(clientSecret)
  return client.discovery(new URL(issuer), clientId, clientSecret, authentication, options)
}

const DEADLINE_MS = 10_000
const BYTES_MAX = 262_144

/** Sends the library's requests through the outbound guard, like all others. */
function fetchThrough({ outbound }: Context) {
  return async (url: string, { method, headers, body }: CustomFetchOptions): Promise<Response> => {
    const sent = body instanceof URLSearchParams ? body.toString() : body
    const reply = await outbound.send({
      url,
      method,
      headers,
      deadlineMs: DEADLINE_MS,
      bytesMax: BYTES_MAX,
      ...(typeof sent === 'string' && { body: sent }),
    })
    const read = Object.entries(reply.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] satisfies [string, string]],
    )
    return new Response(reply.body.length > 0 ? new Uint8Array(reply.body) : null, {
      status: reply.status,
      headers: read,
    })
  }
}
