import type { Context } from '../../../../kit/context.ts'
import { Redirect } from '../../../../kit/declare/reply.ts'
import type { Visitor } from '../../../../kit/declare/route.ts'
import { flowCookie } from '../../sessions/cookie.ts'
import type { SsoResult } from '../contract/oidc.ts'
import { sealFlow } from './flow.ts'
import { openProvider } from './provider.ts'
import { failed, noteFailure } from './result.ts'

export async function startOidc(
  ctx: Context,
  visitor: Visitor,
  { return_to: returnTo = '/' }: { return_to?: string },
): Promise<Redirect<SsoResult>> {
  const provider = await openProvider(ctx).catch((error: unknown) => void noteFailure(ctx, error))
  if (!provider) return failed('sso_unavailable')
  const client = await import('openid-client')
  const redirectUri = `${ctx.config.QUOIN_PUBLIC_URL ?? visitor.origin}/v1/auth/oidc/callback`
  const [state, nonce, verifier] = [client.randomState(), client.randomNonce(), client.randomPKCECodeVerifier()]
  const url = client.buildAuthorizationUrl(provider, {
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  const flow = sealFlow(ctx, { state, nonce, verifier, redirectUri, returnTo })
  return new Redirect({ status: 'at_provider', reason: null }, url.href, [flowCookie(visitor, flow)])
}
