import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { jsonRequest } from '../api/exchange.ts'
import { requestJson } from '../api/response.ts'
import type { Auth } from '../auth.ts'
import {
  authorizeUrl,
  exchangeCode,
  type OAuth2,
  readEnd,
  readScopes,
  readTokens,
  refreshTokens,
  revokeToken,
  type TokenResponse,
} from '../oauth/oauth2.ts'
import type { PlatformFacts, PlatformName } from '../platform.ts'
import { PlatformError } from '../platform-error.ts'
import type { Call, Identity, Tokens } from '../session.ts'

const UserInfo = Type.Object({
  sub: Type.String({ minLength: 1 }),
  name: Maybe(Type.String()),
  email: Maybe(Type.String()),
  picture: Maybe(Type.String()),
})

/**
 * Creates the sign-in with Google's OAuth. `access_type=offline` asks for a refresh token; `prompt=consent` is needed to get one for
 * a person who agreed before. A renewal returns no refresh token: the first one stays in use.
 */
export function createGoogleAuth(
  platform: Pick<PlatformFacts, 'id' | 'label' | 'auth'>,
): Required<Pick<Auth, 'oauth' | 'refresh' | 'revoke' | 'revokesAllOn'>> {
  const oauth: OAuth2 = {
    platform,
    authorizeUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
    tokenUrl: 'https://oauth2.googleapis.com/token',
    revokeUrl: 'https://oauth2.googleapis.com/revoke',
    clientAuth: 'body',
    usesPkce: true,
    authorizeParams: { access_type: 'offline', prompt: 'consent' },
  }
  return {
    oauth: {
      authorize: async (call, request) => ({ url: authorizeUrl(oauth, call, request) }),
      async exchange(call, request) {
        const token = await exchangeCode(oauth, call, request)
        const scopes = readScopes(token)
        assertGranted(platform, scopes)
        return {
          identity: await readIdentity(platform, call, token.access_token),
          tokens: readGoogleTokens(token, call.now(), null),
          scopes,
        }
      },
    },
    refresh: {
      aheadSeconds: 300,
      renew: async (call) => readGoogleTokens(await refreshTokens(oauth, call), call.now(), call.tokens.reauthAt),
    },
    revoke: (call) => revokeToken(oauth, call, call.tokens.refresh ?? call.tokens.access),
    // Revoking any token of a person ends all access of the app, on both platforms.
    revokesAllOn: ['google_business', 'youtube'],
  }
}

/** `refresh_token_expires_in` is sent while the app is in testing, or when the person allowed access for a limited time. */
function readGoogleTokens(token: TokenResponse, now: Date, reauthAt: Date | null): Tokens {
  return readTokens(token, now, readEnd(token['refresh_token_expires_in'], now) ?? reauthAt)
}

/** Fails when the person unticked a permission on Google's page: the account would be of no use. */
function assertGranted({ id, auth }: Pick<PlatformFacts, 'id' | 'auth'>, scopes: readonly string[]): void {
  const missing = auth.scopes.filter((scope) => !scopes.includes(scope))
  if (missing.length === 0) return
  throw new PlatformError('invalid', `The person did not allow ${missing.join(', ')}.`, {
    rule: `${id}.scope.missing`,
    remediation: "Connect again and tick every box on Google's page.",
  })
}

async function readIdentity(platform: PlatformName, call: Call, token: string): Promise<Identity> {
  const userInfo = jsonRequest('GET', 'https://openidconnect.googleapis.com/v1/userinfo', { token })
  const options = { schema: UserInfo, secrets: [token] }
  const { sub, name, email, picture } = await requestJson(platform, call, userInfo, options)
  return {
    externalId: sub,
    displayName: name ?? email ?? null,
    username: email ?? null,
    avatarUrl: picture ?? null,
  }
}
