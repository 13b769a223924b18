import type { Auth, FoundEntity, Grant } from '../auth.ts'
import type { Connector } from '../connector.ts'
import type { PlatformResponse } from '../exchange.ts'
import type { Tokens } from '../session.ts'
import { request } from './client.ts'

export const auth: Auth = {
  oauth: {
    async authorize(call, { redirectUri, state, codeChallenge, scopes }) {
      const { url } = await request(call, 'POST', '/authorizations', {
        body: { redirect_uri: redirectUri, state, code_challenge: codeChallenge, scope: scopes.join(' ') },
      })
      return { url }
    },
    async exchange(call, { code, redirectUri, codeVerifier }) {
      const body = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: codeVerifier }
      return readGrant(await request(call, 'POST', '/token', { body }))
    },
  },
  async signIn(call, { username, token_seconds, refresh }) {
    const body = {
      grant_type: 'password',
      username: username as string,
      token_seconds: (token_seconds as number | undefined) ?? null,
      refresh: (refresh as string | undefined) ?? 'rotating',
    }
    return readGrant(await request(call, 'POST', '/token', { body }))
  },
  refresh: {
    aheadSeconds: 60,
    async renew(call) {
      const body = { grant_type: 'refresh_token', refresh_token: call.tokens.refresh ?? '' }
      return readTokens(await request(call, 'POST', '/token', { body, mutates: true }))
    },
  },
  async revoke(call) {
    const { access, refresh = null } = call.tokens
    await request(call, 'POST', '/revocations', { body: { tokens: refresh === null ? [access] : [access, refresh] } })
  },
  async listEntities(call) {
    const { entities } = await request(call, 'GET', '/entities', { token: call.tokens.access })
    return entities.map(readEntity)
  },
}

export const checkHealth: Connector['checkHealth'] = async (session) => {
  const { scopes, warnings } = await request(session, 'GET', '/me', { token: session.tokens.access })
  return {
    scopes,
    issues: warnings.map((message: string) => ({ code: 'sandbox_warning', message, severity: 'warning' as const })),
  }
}

function readGrant(answer: PlatformResponse['body']): Grant {
  const { user, scope } = answer
  return {
    identity: { externalId: user.id, displayName: user.name, username: user.username, avatarUrl: user.avatar_url },
    tokens: readTokens(answer),
    scopes: scope.split(' '),
  }
}

/** A sign-in without a refresh token ends with its access token. */
function readTokens({ access_token, refresh_token, expires_at, user }: PlatformResponse['body']): Tokens {
  const expiresAt = new Date(expires_at)
  return {
    access: access_token,
    ...(refresh_token && { refresh: refresh_token }),
    expiresAt,
    reauthAt: user.can_refresh ? null : expiresAt,
  }
}

function readEntity(entity: PlatformResponse['body']): FoundEntity {
  return {
    kind: entity.kind,
    externalId: entity.id,
    name: entity.name,
    parentExternalId: entity.parent_id,
    metadata: entity.metadata,
    grants: entity.grants,
    selectable: entity.grants.includes('publish'),
    unselectableReason: entity.grants.includes('publish') ? null : 'You may read this page but not publish on it.',
  }
}
