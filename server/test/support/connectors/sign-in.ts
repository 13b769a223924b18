import { createHash, randomBytes } from 'node:crypto'
import type { AuthorizeRequest, ExchangeRequest, Grant } from '../../../src/connectors/auth.ts'
import type { Connector } from '../../../src/connectors/connector.ts'
import type { Call, Session } from '../../../src/connectors/session.ts'

/** Opens a platform's sign-in page. What comes back from it is exchanged as the accounts slice does it. */
export async function openPage(connector: Connector, call: Call, changes: Partial<AuthorizeRequest> = {}) {
  const { platform, auth } = connector
  const { oauth } = auth
  if (!oauth) throw new Error('no sign-in page')
  const codeVerifier = randomBytes(32).toString('base64url')
  const asked: AuthorizeRequest = {
    redirectUri: `https://quoin.example.com/v1/oauth/${platform.id}/callback`,
    state: 'a state',
    codeVerifier,
    codeChallenge: createHash('sha256').update(codeVerifier).digest('base64url'),
    scopes: platform.auth.scopes,
    options: {},
    ...changes,
  }
  const { url, handshake = null } = await oauth.authorize(call, asked)
  const { redirectUri, options } = asked
  /** What a browser brings back that was sent to this address. */
  const readReturn = (returned: URL): ExchangeRequest => {
    const { code = '', state: _, ...params } = Object.fromEntries(returned.searchParams)
    return { code, redirectUri, codeVerifier, options, handshake, params }
  }
  return { url, readReturn, exchange: (back: ExchangeRequest) => oauth.exchange(call, back) }
}

/** A session of a grant as its first entity, or as the first of a kind. */
export async function openSession(connector: Connector, call: Call, grant: Grant, kind?: string): Promise<Session> {
  const session = { ...call, tokens: grant.tokens, identity: grant.identity }
  const entity = (await connector.auth.listEntities(session)).find((one) => one.kind === (kind ?? one.kind))
  if (!entity) throw new Error('no entity')
  return { ...session, entity: { ...entity, secret: entity.secret } }
}
