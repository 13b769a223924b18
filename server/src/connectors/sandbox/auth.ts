import type { Static } from 'typebox'
import { Maybe, Nullable } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { AnyBody } from '../api/response.ts'
import type { Auth, FoundEntity, Grant } from '../auth.ts'
import type { Connector } from '../connector.ts'
import type { Json, Tokens } from '../session.ts'
import { request } from './client.ts'

const Authorization = Type.Object({ url: Type.String() })

const Token = Type.Object({
  access_token: Type.String(),
  refresh_token: Maybe(Type.String()),
  expires_at: Type.String(),
  scope: Type.String(),
  user: Type.Object({
    id: Type.String(),
    name: Type.String(),
    username: Type.String(),
    avatar_url: Nullable(Type.String()),
    can_refresh: Type.Boolean(),
  }),
})

const Entity = Type.Object({
  id: Type.String(),
  kind: Type.String(),
  name: Type.String(),
  parent_id: Nullable(Type.String()),
  metadata: Type.Unsafe<Record<string, Json>>({ type: 'object' }),
  grants: Type.Array(Type.String()),
})
const EntityList = Type.Object({ entities: Type.Array(Entity) })

const Me = Type.Object({ scopes: Type.Array(Type.String()), warnings: Type.Array(Type.String()) })

export const auth: Auth = {
  oauth: {
    async authorize(call, { redirectUri, state, codeChallenge, scopes }) {
      const { url } = await request(call, 'POST', '/authorizations', {
        schema: Authorization,
        body: { redirect_uri: redirectUri, state, code_challenge: codeChallenge, scope: scopes.join(' ') },
      })
      return { url }
    },
    async exchange(call, { code, redirectUri, codeVerifier }) {
      const body = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: codeVerifier }
      return readGrant(await request(call, 'POST', '/token', { schema: Token, body }))
    },
  },
  async signIn(call, { username, token_seconds, refresh }) {
    const body = {
      grant_type: 'password',
      username: username as string,
      token_seconds: (token_seconds as number | undefined) ?? null,
      refresh: (refresh as string | undefined) ?? 'rotating',
    }
    return readGrant(await request(call, 'POST', '/token', { schema: Token, body }))
  },
  refresh: {
    aheadSeconds: 60,
    async renew(call) {
      const body = { grant_type: 'refresh_token', refresh_token: call.tokens.refresh ?? '' }
      return readTokens(await request(call, 'POST', '/token', { schema: Token, body, mutates: true }))
    },
  },
  async revoke(call) {
    const { access, refresh = null } = call.tokens
    const body = { tokens: refresh === null ? [access] : [access, refresh] }
    await request(call, 'POST', '/revocations', { schema: AnyBody, body })
  },
  async listEntities(call) {
    const { entities } = await request(call, 'GET', '/entities', { schema: EntityList, token: call.tokens.access })
    return entities.map(readEntity)
  },
}

export const checkHealth: Connector['checkHealth'] = async (session) => {
  const { scopes, warnings } = await request(session, 'GET', '/me', { schema: Me, token: session.tokens.access })
  return {
    scopes,
    issues: warnings.map((message) => ({ code: 'sandbox_warning', message, severity: 'warning' })),
  }
}

function readGrant(token: Static<typeof Token>): Grant {
  const { user, scope } = token
  return {
    identity: { externalId: user.id, displayName: user.name, username: user.username, avatarUrl: user.avatar_url },
    tokens: readTokens(token),
    scopes: scope.split(' '),
  }
}

/** A sign-in without a refresh token ends with its access token. */
function readTokens({ access_token, refresh_token, expires_at, user }: Static<typeof Token>): Tokens {
  const expiresAt = new Date(expires_at)
  return {
    access: access_token,
    ...(refresh_token && { refresh: refresh_token }),
    expiresAt,
    reauthAt: user.can_refresh ? null : expiresAt,
  }
}

function readEntity(entity: Static<typeof Entity>): FoundEntity {
  const selectable = entity.grants.includes('publish')
  return {
    kind: entity.kind,
    externalId: entity.id,
    name: entity.name,
    parentExternalId: entity.parent_id,
    metadata: entity.metadata,
    grants: entity.grants,
    selectable,
    unselectableReason: selectable ? null : 'You may read this page but not publish on it.',
  }
}
