import type { Auth, FoundEntity, Grant, HealthIssue } from '../auth.ts'
import type { Connector } from '../connector.ts'
import { PlatformError } from '../platform-error.ts'
import type { GrantCall, Identity, Tokens } from '../session.ts'
import { findHostIn, findPds, parseServiceOrigin } from './identity.ts'
import { findSignIn, oauth, renewSignIn, revokeSignIn } from './oauth.ts'
import { findNames, readIdentity } from './profile.ts'
import { type Body, getPdsService, procedure, query, type Service } from './xrpc.ts'

/** The scope of a token that was made with the main password: it allows more than we need. */
const MAIN_PASSWORD_SCOPE = 'com.atproto.access'

interface Credentials {
  readonly identifier: string
  readonly app_password: string
  readonly service?: string
}

export const auth: Auth = {
  oauth,
  async signIn(call, credentials) {
    const { identifier, app_password: password, service } = credentials as unknown as Credentials
    const name = identifier.trim().replace(/^@/, '')
    const user = name.startsWith('did:') ? name : name.toLowerCase()
    const pds = service === undefined ? await findPds(call, user) : { host: parseServiceOrigin(service) }
    const session = await procedure({ call, host: pds.host }, 'com.atproto.server.createSession', {
      body: { identifier: user, password },
      secret: password,
    })
    if (![session.did, session.accessJwt, session.refreshJwt].every((one) => typeof one === 'string'))
      throw new PlatformError('invalid', `${pds.host} is not a Bluesky data server.`, {
        rule: 'bluesky.service.stranger',
        remediation: 'Correct `service`, or leave it out.',
      })
    if ('did' in pds && pds.did !== session.did)
      throw new PlatformError('invalid', 'The server signed in a different account than the one that was named.', {
        rule: 'bluesky.identity.mismatch',
      })
    const host = findHostIn(session.didDoc) ?? pds.host
    return readGrant({ call, host, token: session.accessJwt }, session)
  },
  refresh: {
    aheadSeconds: 300,
    async renew(call) {
      const signIn = findSignIn(call.tokens)
      if (signIn) return renewSignIn(call, signIn)
      return readTokens(
        await procedure(refreshing(call), 'com.atproto.server.refreshSession', { mutates: true }),
        call.now(),
      )
    },
  },
  async revoke(call) {
    const signIn = findSignIn(call.tokens)
    if (signIn) await revokeSignIn(call, signIn)
    else await procedure(refreshing(call), 'com.atproto.server.deleteSession')
  },
  async listEntities(call) {
    const pds = getPdsService(call)
    return [await readEntity(pds, await query(pds, 'com.atproto.server.getSession'), call.identity)]
  },
}

const refreshing = (call: GrantCall): Service => ({ ...getPdsService(call), token: call.tokens.refresh ?? '' })

async function readEntity(pds: Service, session: Body, { displayName }: Identity): Promise<FoundEntity> {
  const server = await query(pds, 'com.atproto.server.describeServer')
  const reason = inactiveReason(session)
  return {
    kind: 'account',
    externalId: session.did,
    name: displayName ?? session.handle,
    parentExternalId: null,
    metadata: {
      handle: session.handle,
      pds: pds.host,
      ...(server.blobUploadLimit > 0 && { blob_bytes_max: server.blobUploadLimit }),
    },
    grants: [],
    selectable: reason === null,
    unselectableReason: reason,
  }
}

export const checkHealth: Connector['checkHealth'] = async (session) => {
  const pds = getPdsService(session)
  const answer = await query(pds, 'com.atproto.server.getSession')
  const scope = findSignIn(session.tokens) ? undefined : readClaims(session.tokens.access).scope
  const reason = inactiveReason(answer)
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
  const names = await findNames(pds, answer)
  const identity = names && { externalId: answer.did, username: answer.handle, ...names }
  const entities = [await readEntity(pds, answer, identity ?? session.identity)]
  return { issues, ...(scope && { scopes: [scope] }), ...(identity && { identity }), entities }
}

function inactiveReason({ active, status }: Body): string | null {
  return active === false ? `The account is ${status ?? 'not active'} on Bluesky.` : null
}

async function readGrant(pds: Service, session: Body): Promise<Grant> {
  const { scope } = readClaims(session.accessJwt)
  const tokens = readTokens(session, pds.call.now())
  return {
    identity: await readIdentity(pds, session),
    tokens: { ...tokens, extra: { pds: pds.host } },
    scopes: scope ? [scope] : [],
  }
}

function readTokens({ accessJwt, refreshJwt }: Body, now: Date): Tokens {
  const { exp } = readClaims(accessJwt)
  return {
    access: accessJwt,
    refresh: refreshJwt,
    expiresAt: exp ? new Date(exp * 1000) : new Date(now.getTime() + 30 * 60_000),
    // Each renewal brings a refresh token that is valid for months, so the grant ends only when it is not used.
    reauthAt: null,
  }
}

function readClaims(token: unknown): { exp?: number; scope?: string } {
  try {
    return JSON.parse(Buffer.from(String(token).split('.')[1] ?? '', 'base64url').toString('utf8'))
  } catch {
    return {}
  }
}
