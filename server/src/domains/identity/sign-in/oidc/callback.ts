import type { Context } from '../../../../kit/context.ts'
import { Redirect } from '../../../../kit/declare/reply.ts'
import type { Visitor } from '../../../../kit/declare/route.ts'
import { transaction } from '../../../../kit/postgres/db.ts'
import { noFlowCookie } from '../../sessions/cookie.ts'
import type { SsoResult } from '../contract/oidc.ts'
import { signInAs } from '../sign-in.ts'
import { type Claims, findOrMakeUser } from './account.ts'
import { type OidcFlow, openFlow } from './flow.ts'
import { oidcSettings, openProvider } from './provider.ts'
import { failed, noteFailure } from './result.ts'

type OidcCallbackQuery = Readonly<Record<string, unknown>>

export async function finishOidc(
  ctx: Context,
  visitor: Visitor,
  query: OidcCallbackQuery,
): Promise<Redirect<SsoResult>> {
  oidcSettings(ctx)
  const over = [noFlowCookie(visitor)]
  const flow = openFlow(ctx, visitor.flowToken)
  if (!flow) return failed('sso_refused', over)
  const claims = await readClaims(ctx, flow, query).catch((error: unknown) => noteFailure(ctx, error))
  if (typeof claims === 'string') return failed(claims, over)
  const provedAt = ctx.clock.now()
  const signedIn = await transaction(ctx.db, async (tx) => {
    const user = await findOrMakeUser(ctx, tx, visitor, claims)
    return typeof user === 'string' ? user : signInAs(ctx, tx, visitor, { user, method: 'oidc', provedAt })
  })
  if (typeof signedIn === 'string') return failed(signedIn, over)
  const { status } = signedIn.value
  const place = status === 'signed_in' ? flow.returnTo : '/sign-in?step=totp'
  return new Redirect({ status, reason: null }, place, [...signedIn.cookies, ...over])
}

/** Exchanges the code. The library checks state, nonce, issuer, audience, times and signature, and throws on a mismatch. */
async function readClaims(ctx: Context, flow: OidcFlow, query: OidcCallbackQuery): Promise<Claims> {
  const client = await import('openid-client')
  const provider = await openProvider(ctx)
  const given = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])
  const url = new URL(`${flow.redirectUri}?${new URLSearchParams(given).toString()}`)
  const tokens = await client.authorizationCodeGrant(provider, url, {
    expectedState: flow.state,
    expectedNonce: flow.nonce,
    pkceCodeVerifier: flow.verifier,
    idTokenExpected: true,
  })
  const token = tokens.claims()
  if (!token) throw new Error('The provider sent no ID token')
  // Many providers return the address only in the user's information.
  const hasMore = token['email'] === undefined && provider.serverMetadata().userinfo_endpoint !== undefined
  const info = hasMore ? await client.fetchUserInfo(provider, tokens.access_token, token.sub) : token
  return {
    issuer: token.iss,
    subject: token.sub,
    email: readTextClaim(info['email']),
    isVerified: info['email_verified'] === true,
    name: readTextClaim(info['name']),
  }
}

function readTextClaim(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
