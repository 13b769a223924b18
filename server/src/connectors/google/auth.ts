import type { Auth } from '../auth.ts'
import { exchange, jsonRequest } from '../exchange.ts'
import { authorizeUrl, exchangeCode, type OAuth2, readTokens, refreshTokens, revokeToken } from '../oauth2.ts'
import type { PlatformFacts } from '../platform.ts'
import { PlatformError } from '../platform-error.ts'
import type { Call, Identity, Tokens } from '../session.ts'
import type { Body } from './api.ts'

/**
 * Google's OAuth. A refresh token comes only with `access_type=offline`, and with `prompt=consent` also for a person who has
 * agreed before. Renewals bring none: the first one stays in use.
 */
export function googleAuth(
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
        const body = await exchangeCode(oauth, call, request)
        const scopes = String(body.scope ?? '').split(' ')
        assertGranted(platform.id, platform.auth.scopes, scopes)
        return {
          identity: await readIdentity(call, body.access_token),
          tokens: readGoogleTokens(body, call.now(), null),
          scopes,
        }
      },
    },
    refresh: {
      aheadSeconds: 300,
      renew: async (call) => readGoogleTokens(await refreshTokens(oauth, call), call.now(), call.tokens.reauthAt),
    },
    revoke: (call) => revokeToken(oauth, call, call.tokens.refresh ?? call.tokens.access),
    // Any token of a person takes away what the app was allowed, with all other tokens.
    revokesAllOn: ['google_business', 'youtube'],
  }
}

/** `refresh_token_expires_in` comes while the app is in testing, or when the person allowed access for some time only. */
function readGoogleTokens(body: Body, now: Date, before: Date | null): Tokens {
  const seconds = Number(body.refresh_token_expires_in)
  return readTokens(body, now, seconds > 0 ? new Date(now.getTime() + seconds * 1000) : before)
}

/** On Google's page a person can untick single permissions: an account without them could do nothing. */
function assertGranted(platform: string, wanted: readonly string[], granted: readonly string[]): void {
  const missing = wanted.filter((scope) => !granted.includes(scope))
  if (missing.length === 0) return
  throw new PlatformError('invalid', `The person did not allow ${missing.join(', ')}.`, {
    rule: `${platform}.scope.missing`,
    remediation: "Connect again and tick every box on Google's page.",
  })
}

async function readIdentity(call: Call, token: string): Promise<Identity> {
  const url = 'https://openidconnect.googleapis.com/v1/userinfo'
  const { body } = await exchange(call.http, jsonRequest('GET', url, { token }))
  if (typeof body?.sub !== 'string') throw new PlatformError('unavailable', 'Google did not say who signed in.')
  return {
    externalId: body.sub,
    displayName: body.name ?? body.email ?? null,
    username: body.email ?? null,
    avatarUrl: body.picture ?? null,
  }
}
