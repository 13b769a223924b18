import type { Auth, FoundEntity, HealthIssue } from '../auth.ts'
import type { Connector } from '../connector.ts'
import { PlatformError } from '../platform-error.ts'
import type { Identity } from '../session.ts'
import { type Body, getInstance, type Instance, isNotOffered, parseInstanceOrigin, request, send } from './instance.ts'
import { readInstanceLimits } from './limits.ts'
import { detectSoftware } from './server-kind.ts'

interface Handshake {
  readonly instance: string
  readonly clientId: string
  readonly clientSecret: string
  readonly scope: string
}

export const auth: Auth = {
  oauth: {
    /** Each server has its own list of apps, and deletes unused ones: every sign-in registers one. */
    async authorize(call, { redirectUri, state, codeChallenge, scopes, options }) {
      const origin = parseInstanceOrigin(options['instance'] as string)
      const scope = scopes.join(' ')
      const app = await request({ call, origin }, 'POST', '/api/v1/apps', {
        // Mastodon takes a list too, other servers only a text.
        body: { client_name: call.app['appName'] ?? 'Quoin', redirect_uris: redirectUri, scopes: scope },
      })
      if (typeof app.client_id !== 'string' || typeof app.client_secret !== 'string') throw notMastodon(origin)
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
        handshake: { instance: origin, clientId: app.client_id, clientSecret: app.client_secret, scope },
      }
    },
    async exchange(call, { code, redirectUri, codeVerifier, handshake }) {
      const { instance: origin, clientId, clientSecret, scope } = handshake as unknown as Handshake
      const token = await request({ call, origin }, 'POST', '/oauth/token', {
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
      if (typeof token.access_token !== 'string') throw notMastodon(origin)
      const instance = { call, origin, token: token.access_token as string }
      return {
        identity: readIdentity(instance, await readAccount(instance)),
        // Tokens are valid until they are revoked.
        tokens: {
          access: instance.token,
          expiresAt: null,
          reauthAt: null,
          extra: { instance: origin, client_id: clientId, client_secret: clientSecret },
        },
        // RFC 6749: a server that names no scope has granted what was asked for.
        scopes: String(token.scope || scope).split(' '),
      }
    },
  },
  /** RFC 7009. A form, because not every server reads JSON here. Each sign-in has an app of its own, so no other ends. */
  async revoke(call) {
    const { client_id = '', client_secret = '' } = (call.tokens.extra ?? {}) as Record<string, string>
    const token = call.tokens.access
    const instance = { call, origin: getInstance(call).origin }
    await send(
      instance,
      {
        method: 'POST',
        url: `${instance.origin}/oauth/revoke`,
        headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ client_id, client_secret, token }).toString(),
      },
      { secrets: [token, client_secret] },
    )
  },
  async listEntities(call) {
    const instance = getInstance(call)
    const [account, description] = await Promise.all([readAccount(instance), findDescription(instance)])
    return [readEntity(instance, account, description)]
  },
}

export const checkHealth: Connector['checkHealth'] = async (session) => {
  const instance = getInstance(session)
  const account = await readAccount(instance)
  const issues: HealthIssue[] = []
  const add = (code: string, message: string, severity: HealthIssue['severity']) =>
    issues.push({ code: `mastodon_${code}`, message, severity })
  if (account.suspended) add('account_suspended', 'The server has suspended this account.', 'error')
  if (account.limited)
    add('account_limited', 'The server has limited this account: fewer people see its posts.', 'warning')
  if (account.moved) add('account_moved', `The account has moved to ${String(account.moved.acct)}.`, 'warning')
  const entities = [readEntity(instance, account, await findDescription(instance))]
  return { issues, identity: readIdentity(instance, account), entities }
}

function readEntity(instance: Instance, account: Body, description: Body): FoundEntity {
  const { externalId, displayName, username } = readIdentity(instance, account)
  const reason = account.suspended ? 'The server has suspended this account.' : null
  return {
    kind: 'account',
    externalId,
    name: displayName ?? username ?? externalId,
    parentExternalId: null,
    metadata: {
      account_id: account.id,
      instance: instance.origin,
      software: detectSoftware(description),
      ...(description && { version: String(description.version ?? ''), limits: readInstanceLimits(description) }),
    },
    grants: [],
    selectable: reason === null,
    unselectableReason: reason,
  }
}

async function readAccount(instance: Instance): Promise<Body> {
  const account = await request(instance, 'GET', '/api/v1/accounts/verify_credentials')
  if (!account.id || typeof account.username !== 'string') throw notMastodon(instance.origin)
  return account
}

function notMastodon(origin: string): PlatformError {
  return new PlatformError('invalid', `${origin} is not a Mastodon server.`, {
    rule: 'mastodon.instance.stranger',
    remediation: 'Check the name of the server.',
  })
}

/** Some servers with the same API do not describe themselves: then the usual limits apply. */
async function findDescription(instance: Instance): Promise<Body> {
  for (const path of ['/api/v2/instance', '/api/v1/instance'])
    try {
      const description = await request(instance, 'GET', path)
      if (typeof description.version === 'string' || description.configuration) return description
    } catch (error) {
      if (!isNotOffered(error)) throw error
    }
  return undefined
}

/** Account ids are unique on one server only, so the server's name is part of ours. */
function readIdentity({ origin }: Instance, account: Body): Identity {
  const { host } = new URL(origin)
  return {
    externalId: `${account.id}@${host}`,
    displayName: account.display_name || null,
    username: `${account.username}@${host}`,
    avatarUrl: account.avatar ?? null,
  }
}
