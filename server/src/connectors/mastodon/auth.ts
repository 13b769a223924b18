import { Type } from 'typebox'
import type { Auth, FoundEntity, HealthIssue } from '../auth.ts'
import type { Connector } from '../connector.ts'
import { PlatformError } from '../failure.ts'
import type { Identity } from '../session.ts'
import { ask, type Body, type Door, doorOf, isNotFound, originOf } from './instance.ts'
import { readInstanceLimits } from './limits.ts'

interface Handshake {
  readonly instance: string
  readonly clientId: string
  readonly clientSecret: string
}

export const auth: Auth = {
  scopes: ['read:accounts', 'read:statuses', 'read:notifications', 'write:statuses', 'write:media'],
  selection: 'automatic',
  options: Type.Object(
    {
      instance: Type.String({
        minLength: 3,
        maxLength: 300,
        description: 'The server of the account, such as mastodon.social; the full handle @alice@mastodon.social too.',
      }),
    },
    { additionalProperties: false },
  ),
  oauth: {
    /** Every server has its own list of apps: we are registered for this sign-in, and a server forgets unused ones. */
    async authorize(call, { redirectUri, state, codeChallenge, scopes, options }) {
      const origin = originOf(options['instance'] as string)
      const scope = scopes.join(' ')
      const app = await ask({ call, origin }, 'POST', '/api/v1/apps', {
        body: { client_name: call.app['appName'] ?? 'Quoin', redirect_uris: [redirectUri], scopes: scope },
      })
      if (typeof app.client_id !== 'string' || typeof app.client_secret !== 'string') throw stranger(origin)
      const url = new URL('/oauth/authorize', origin)
      url.search = new URLSearchParams({
        response_type: 'code',
        client_id: app.client_id,
        redirect_uri: redirectUri,
        scope,
        state,
        code_challenge: codeChallenge,
        code_challenge_method: 'S256',
      }).toString()
      return {
        url: url.href,
        handshake: { instance: origin, clientId: app.client_id, clientSecret: app.client_secret },
      }
    },
    async exchange(call, { code, redirectUri, codeVerifier, handshake }) {
      const { instance, clientId, clientSecret } = handshake as unknown as Handshake
      const token = await ask({ call, origin: instance }, 'POST', '/oauth/token', {
        body: {
          grant_type: 'authorization_code',
          code,
          client_id: clientId,
          client_secret: clientSecret,
          redirect_uri: redirectUri,
          code_verifier: codeVerifier,
        },
        secrets: [code, clientSecret, codeVerifier],
      })
      if (typeof token.access_token !== 'string') throw stranger(instance)
      const door = { call, origin: instance, token: token.access_token as string }
      return {
        identity: readIdentity(door, await readAccount(door)),
        // Tokens live until somebody revokes them.
        tokens: {
          access: door.token,
          expiresAt: null,
          reauthAt: null,
          extra: { instance, client_id: clientId, client_secret: clientSecret },
        },
        scopes: String(token.scope ?? '').split(' '),
      }
    },
  },
  async listEntities(call) {
    const door = doorOf(call)
    const [account, instance] = await Promise.all([readAccount(door), findInstance(door)])
    return [readEntity(door, account, instance)]
  },
}

export const checkHealth: Connector['checkHealth'] = async (session) => {
  const door = doorOf(session)
  const account = await readAccount(door)
  const issues: HealthIssue[] = []
  const tell = (code: string, message: string, severity: HealthIssue['severity']) =>
    issues.push({ code: `mastodon_${code}`, message, severity })
  if (account.suspended) tell('account_suspended', 'The server has suspended this account.', 'error')
  if (account.limited)
    tell('account_limited', 'The server has limited this account: few will see its posts.', 'warning')
  if (account.moved) tell('account_moved', `The account has moved to ${String(account.moved.acct)}.`, 'warning')
  const entities = [readEntity(door, account, await findInstance(door))]
  return { issues, identity: readIdentity(door, account), entities }
}

function readEntity(door: Door, account: Body, instance: Body): FoundEntity {
  const { externalId, displayName, username } = readIdentity(door, account)
  const reason = account.suspended ? 'The server has suspended this account.' : null
  return {
    kind: 'account',
    externalId,
    name: displayName ?? username ?? externalId,
    parentExternalId: null,
    metadata: {
      account_id: account.id,
      instance: door.origin,
      ...(instance && { version: instance.version ?? '', limits: readInstanceLimits(instance) }),
    },
    grants: [],
    selectable: reason === null,
    unselectableReason: reason,
  }
}

async function readAccount(door: Door): Promise<Body> {
  const account = await ask(door, 'GET', '/api/v1/accounts/verify_credentials')
  if (!account.id || typeof account.username !== 'string') throw stranger(door.origin)
  return account
}

function stranger(origin: string): PlatformError {
  return new PlatformError('invalid', `${origin} does not answer as a Mastodon server does.`, {
    rule: 'mastodon.instance.stranger',
    remediation: 'Check the name of the server.',
  })
}

/** Some servers that speak this API do not describe themselves: the usual limits hold then. */
async function findInstance(door: Door): Promise<Body> {
  try {
    return await ask(door, 'GET', '/api/v2/instance')
  } catch (error) {
    if (isNotFound(error) || (error instanceof PlatformError && error.platformResponse?.status === 404))
      return undefined
    throw error
  }
}

/** An account's number is its server's own: with the server's name it is nobody else's. */
function readIdentity({ origin }: Door, account: Body): Identity {
  const { host } = new URL(origin)
  return {
    externalId: `${account.id}@${host}`,
    displayName: account.display_name || null,
    username: `${account.username}@${host}`,
    avatarUrl: account.avatar ?? null,
  }
}
