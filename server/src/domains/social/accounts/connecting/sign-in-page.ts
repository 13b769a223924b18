import type { PlatformFacts } from '../../../../connectors/platform.ts'
import type { Json } from '../../../../connectors/session.ts'
import type { Context } from '../../../../kit/context.ts'
import { ApiError } from '../../../../kit/declare/errors.ts'
import { type App, environmentApp, isComplete } from '../apps/app.ts'
import { callbackUrl, callFor, clientUrl, guideUrl } from '../platform-calls.ts'
import { getConnector, offeredPlatforms } from '../platforms.ts'

/** Returns true when this server can send people to the platform's sign-in page. */
export function hasSignInPage(ctx: Context, platform: PlatformFacts, app: App): boolean {
  const { methods, isDescribed = false } = platform.auth
  return (
    methods.includes('oauth') &&
    isComplete(platform, app) &&
    (!isDescribed || isKnownByAddress(clientUrl(ctx, platform)))
  )
}

/**
 * Returns true when a platform accepts the URL of one of our documents as the client's id: a public host name without a port, or
 * loopback, whose document is not read.
 */
export function isKnownByAddress(url: string): boolean {
  const { protocol, hostname, port } = new URL(url)
  const isName =
    /[a-z]$/.test(hostname) &&
    hostname.includes('.') &&
    !/\.(example|internal|invalid|local|localhost|test)$/.test(hostname)
  if (protocol === 'https:') return isName && port === ''
  return ['127.0.0.1', 'localhost', '[::1]'].includes(hostname)
}

/** Throws 422 where the platform's sign-in page cannot be opened because this server has no public URL. */
export function assertKnownByAddress(ctx: Context, platform: PlatformFacts): void {
  const url = clientUrl(ctx, platform)
  if (!platform.auth.isDescribed || isKnownByAddress(url)) return
  const guide = guideUrl(ctx, platform)
  throw new ApiError(
    'platform_not_configured',
    `${platform.label} identifies this server by ${url}, which is not a public URL. Complete the connection with credentials, or ask the operator of this server to set QUOIN_PUBLIC_URL to an https URL without a port; see ${guide}.`,
    { members: { platform: platform.id, guide } },
  )
}

/** Returns true when every option that the sign-in page needs is present. */
export function hasOptions({ auth }: PlatformFacts, options: Record<string, unknown>): boolean {
  const required = (auth.options?.required ?? []) as readonly string[]
  return required.every((name) => options[name] !== undefined)
}

/** Returns the document that the platform reads about this server. */
export async function describeClient(ctx: Context, id: string): Promise<{ readonly [key: string]: Json }> {
  const platform = offeredPlatforms(ctx).find((one) => one.id === id)
  if (!platform?.auth.isDescribed)
    throw new ApiError('not_found', 'This platform does not read a document about this server.')
  const connector = await getConnector(ctx, id)
  const call = callFor(ctx, { workspaceId: '', connector, app: environmentApp(ctx, platform) })
  const addresses = { clientUrl: clientUrl(ctx, platform), redirectUri: callbackUrl(ctx, platform) }
  return connector.auth.oauth?.describeClient?.(call, addresses) ?? {}
}
