import type { Static } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { AnyBody, Id, tryRead } from '../api/response.ts'
import type { Auth, FoundEntity, HealthIssue } from '../auth.ts'
import type { Connector } from '../connector.ts'
import { PlatformError } from '../platform-error.ts'
import type { Identity } from '../session.ts'
import { isNotOffered } from './errors.ts'
import { getInstance, type Instance, parseInstanceOrigin, request, send } from './instance.ts'
import { readInstanceLimits } from './limits.ts'
import { Description, detectSoftware, readFields } from './server-kind.ts'
import { readText } from './status.ts'

type Handshake = {
  readonly instance: string
  readonly clientId: string
  readonly clientSecret: string
  readonly scope: string
}

const App = Type.Object({ client_id: Type.String({ minLength: 1 }), client_secret: Type.String({ minLength: 1 }) })
const Token = Type.Object({ access_token: Type.String({ minLength: 1 }), scope: Maybe(Type.String()) })

type OwnAccount = Static<typeof OwnAccount>
const OwnAccount = Type.Object({
  id: Id,
  username: Type.String(),
  display_name: Maybe(Type.Unknown()),
  avatar: Maybe(Type.Unknown()),
  suspended: Maybe(Type.Boolean()),
  limited: Maybe(Type.Boolean()),
  moved: Maybe(Type.Unknown()),
  followers_count: Maybe(Type.Unknown()),
  statuses_count: Maybe(Type.Unknown()),
})
/** Programs in PHP write an empty object as a list. */
const AnyDescription = Type.Union([Description, Type.Array(Type.Unknown())])
const Moved = Type.Object({ acct: Type.String() })

export const auth: Auth = {
  oauth: {
    /** Registers an app for each sign-in: each server has its own list of apps, and deletes unused ones. */
    async authorize(call, { redirectUri, state, codeChallenge, scopes, options }) {
      const origin = parseInstanceOrigin(options['instance'] as string)
      const scope = scopes.join(' ')
      const response = await request({ call, origin }, 'POST', '/api/v1/apps', {
        schema: AnyBody,
        // Mastodon takes a list too, other servers only a text.
        body: { client_name: call.app['appName'] ?? 'Quoin', redirect_uris: redirectUri, scopes: scope },
      })
      // A mistyped name can lead to any web server, so this is not reported to the operator.
      const app = tryRead(App, response)
      if (!app)
        throw new PlatformError('invalid', `${origin} is not a Mastodon server.`, {
          rule: 'mastodon.instance.stranger',
          remediation: 'Check the name of the server.',
        })
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
      const { instance: origin, clientId, clientSecret, scope } = handshake as Handshake
      const token = await request({ call, origin }, 'POST', '/oauth/token', {
        schema: Token,
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
      const instance = { call, origin, token: token.access_token }
      return {
        identity: readIdentity(instance, await readAccount(instance)),
        // Tokens are valid until they are revoked.
        tokens: {
          access: instance.token,
          expiresAt: null,
          reauthAt: null,
          extra: { instance: origin, client_id: clientId, client_secret: clientSecret },
        },
        // RFC 6749: a server that names no scope has granted the requested ones.
        scopes: (token.scope || scope).split(' '),
      }
    },
  },
  /** Revokes the token (RFC 7009) with a form, because not every server reads JSON here. Other sign-ins have apps of their own. */
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
  const moved = tryRead(Moved, account.moved)
  if (moved) add('account_moved', `The account has moved to ${moved.acct}.`, 'warning')
  const entities = [readEntity(instance, account, await findDescription(instance))]
  return { issues, identity: readIdentity(instance, account), entities }
}

function readEntity(instance: Instance, account: OwnAccount, description?: Description): FoundEntity {
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
      ...(description && { version: readText(description['version']) ?? '', limits: readInstanceLimits(description) }),
    },
    grants: [],
    selectable: reason === null,
    unselectableReason: reason,
  }
}

export function readAccount(instance: Instance): Promise<OwnAccount> {
  return request(instance, 'GET', '/api/v1/accounts/verify_credentials', { schema: OwnAccount })
}

/** Reads the server's description of itself; undefined for servers that have none, to which the usual limits apply. */
async function findDescription(instance: Instance): Promise<Description | undefined> {
  for (const path of ['/api/v2/instance', '/api/v1/instance'])
    try {
      const description = readFields(await request(instance, 'GET', path, { schema: AnyDescription }))
      if (typeof description['version'] === 'string' || description['configuration']) return description
    } catch (error) {
      if (!isNotOffered(error)) throw error
    }
  return undefined
}

/** Adds the server's name to the account's id, which is unique on one server only. */
function readIdentity({ origin }: Instance, account: OwnAccount): Identity {
  const { host } = new URL(origin)
  return {
    externalId: `${account.id}@${host}`,
    displayName: readText(account.display_name),
    username: `${account.username}@${host}`,
    avatarUrl: readText(account.avatar),
  }
}
