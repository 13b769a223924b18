import type { Static } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { AnyBody, tryRead } from '../api/response.ts'
import type { Auth, FoundEntity, HealthIssue } from '../auth.ts'
import type { Connector } from '../connector.ts'
import { PlatformError } from '../platform-error.ts'
import type { GrantCall, Identity, Tokens } from '../session.ts'
import { AccountSession, findHostIn, findIdentity, findPds, parseServiceOrigin, readIdentity } from './identity.ts'
import { findSignIn, oauth, renewSignIn, revokeSignIn } from './oauth.ts'
import { Done, getPdsService, procedure, query, type Service } from './xrpc.ts'

/** The scope of a token that was made with the main password: it allows more than we need. */
const MAIN_PASSWORD_SCOPE = 'com.atproto.access'

type Credentials = {
  readonly identifier: string
  readonly app_password: string
  readonly service?: string
}

/** Read with `tryRead`: a response of another shape must not reach the log, because it may contain a token. */
type SessionTokens = Static<typeof SessionTokens>
const SessionTokens = Type.Object({
  accessJwt: Type.String({ minLength: 1 }),
  refreshJwt: Type.String({ minLength: 1 }),
})
const NewSession = Type.Object({
  ...AccountSession.properties,
  ...SessionTokens.properties,
  didDoc: Maybe(Type.Unknown()),
})
const Server = Type.Object({ blobUploadLimit: Maybe(Type.Number()) })
const Claims = Type.Object({ exp: Maybe(Type.Number()), scope: Maybe(Type.String()) })

export const auth: Auth = {
  oauth,
  async signIn(call, credentials) {
    const { identifier, app_password: password, service } = credentials as Credentials
    const name = identifier.trim().replace(/^@/, '')
    const user = name.startsWith('did:') ? name : name.toLowerCase()
    const pds = service === undefined ? await findPds(call, user) : { host: parseServiceOrigin(service) }
    const body = await procedure({ call, host: pds.host }, 'com.atproto.server.createSession', {
      schema: AnyBody,
      body: { identifier: user, password },
      secret: password,
    })
    const session = tryRead(NewSession, body)
    if (!session)
      throw new PlatformError('invalid', `${pds.host} is not a Bluesky data server.`, {
        rule: 'bluesky.service.stranger',
        remediation: 'Correct `service`, or leave it out.',
      })
    if ('did' in pds && pds.did !== session.did)
      throw new PlatformError('invalid', 'The server signed in a different account than the one that was named.', {
        rule: 'bluesky.identity.mismatch',
      })
    const host = findHostIn(session.didDoc) ?? pds.host
    const { scope } = readClaims(session.accessJwt)
    return {
      identity: await readIdentity({ call, host, token: session.accessJwt }, session),
      tokens: { ...toTokens(session, call.now()), extra: { pds: host } },
      scopes: scope ? [scope] : [],
    }
  },
  refresh: {
    aheadSeconds: 300,
    async renew(call) {
      const signIn = findSignIn(call.tokens)
      if (signIn) return renewSignIn(call, signIn)
      const body = await procedure(withRefreshToken(call), 'com.atproto.server.refreshSession', {
        schema: AnyBody,
        mutates: true,
      })
      const session = tryRead(SessionTokens, body)
      if (session) return toTokens(session, call.now())
      throw new PlatformError('ambiguous', 'The data server renewed the sign-in without sending its tokens.', {
        rule: 'bluesky.response.unexpected',
      })
    },
  },
  async revoke(call) {
    const signIn = findSignIn(call.tokens)
    if (signIn) await revokeSignIn(call, signIn)
    else await procedure(withRefreshToken(call), 'com.atproto.server.deleteSession', { schema: Done })
  },
  async listEntities(call) {
    const pds = getPdsService(call)
    return [await readEntity(pds, await readSession(pds), call.identity)]
  },
}

const withRefreshToken = (call: GrantCall): Service => ({ ...getPdsService(call), token: call.tokens.refresh ?? '' })

const readSession = (pds: Service) => query(pds, 'com.atproto.server.getSession', { schema: AccountSession })

async function readEntity(pds: Service, session: AccountSession, { displayName }: Identity): Promise<FoundEntity> {
  const { blobUploadLimit } = await query(pds, 'com.atproto.server.describeServer', { schema: Server })
  const reason = describeInactivity(session)
  const { did, handle } = session
  return {
    kind: 'account',
    externalId: did,
    name: displayName ?? handle ?? did,
    parentExternalId: null,
    metadata: {
      handle: handle ?? null,
      pds: pds.host,
      ...(blobUploadLimit && blobUploadLimit > 0 && { blob_bytes_max: blobUploadLimit }),
    },
    grants: [],
    selectable: reason === null,
    unselectableReason: reason,
  }
}

export const checkHealth: Connector['checkHealth'] = async (session) => {
  const pds = getPdsService(session)
  const account = await readSession(pds)
  const scope = findSignIn(session.tokens) ? undefined : readClaims(session.tokens.access).scope
  const reason = describeInactivity(account)
  const issues: HealthIssue[] = []
  if (reason) issues.push({ code: 'bluesky_account_inactive', message: reason, severity: 'error' })
  if (scope === MAIN_PASSWORD_SCOPE)
    issues.push({
      code: 'bluesky_main_password',
      message: 'The account was connected with its main password.',
      remediation:
        'Create an app password and reconnect with it: you can revoke it without changing the main password.',
      severity: 'warning',
    })
  const identity = await findIdentity(pds, account)
  const entities = [await readEntity(pds, account, identity ?? session.identity)]
  return { issues, ...(scope && { scopes: [scope] }), ...(identity && { identity }), entities }
}

function describeInactivity({ active, status }: AccountSession): string | null {
  return active === false ? `The account is ${status ?? 'not active'} on Bluesky.` : null
}

function toTokens({ accessJwt, refreshJwt }: SessionTokens, now: Date): Tokens {
  const { exp } = readClaims(accessJwt)
  return {
    access: accessJwt,
    refresh: refreshJwt,
    expiresAt: exp ? new Date(exp * 1000) : new Date(now.getTime() + 30 * 60_000),
    // Each renewal brings a refresh token that is valid for months, so the grant ends only when it is not used.
    reauthAt: null,
  }
}

function readClaims(token: string): Static<typeof Claims> {
  try {
    const text = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')
    return tryRead(Claims, JSON.parse(text)) ?? {}
  } catch {
    return {}
  }
}
