import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connector as bluesky } from '../../src/connectors/bluesky/connector.ts'
import type { PlatformError } from '../../src/connectors/platform-error.ts'
import type { Session } from '../../src/connectors/session.ts'
import { createSecrets, newMasterKey } from '../../src/kit/secrets.ts'
import { openBoundFixture, PUBLIC, startBluesky } from '../support/connectors/bluesky.ts'
import { catchPlatformError, picture } from '../support/connectors/loopback.ts'
import { testConnector } from '../support/connectors/suite.ts'

testConnector(await openBoundFixture())

const { auth, publish } = bluesky
assert.ok(auth.oauth?.describeClient && auth.refresh && auth.revoke && publish)
const { describeClient } = auth.oauth
const { renew } = auth.refresh
const { revoke } = auth
const { fake, call, signIn, openPage, signInAtPage } = await startBluesky(1500)

const LOOPBACK = {
  clientUrl: 'http://127.0.0.1:8080/v1/oauth/bluesky/client-metadata.json',
  redirectUri: 'http://127.0.0.1:8080/v1/oauth/bluesky/callback',
}
const serializeError = (error: PlatformError) =>
  JSON.stringify([error.message, error.stack, error.platformResponse, error.rule, error.remediation])
const withTokens = (session: Session, tokens: Session['tokens']): Session => ({
  ...session,
  tokens: { ...session.tokens, ...tokens },
})
const codeAndRule = ({ kind, rule }: PlatformError) => [kind, rule]

/** Counts the requests to a path during the work. */
async function countRequests(path: string, work: () => Promise<unknown>): Promise<number> {
  const all = () => [...fake.requests, ...fake.auth.requests].filter((request) => request.path.endsWith(path)).length
  const before = all()
  await work()
  return all() - before
}

test('a person signs in from a handle, a DID, a data server or an authorization server', async () => {
  const { did, handle } = fake.signUp('finder.test')
  for (const entered of [handle, '@Finder.test', did, `${fake.pds}/`, fake.auth.issuer]) {
    const { url, finish } = await openPage(entered)
    const { identity, tokens, scopes } = await finish(fake.auth.approve(url, did))
    assert.deepEqual([identity.externalId, identity.username, tokens.extra?.['pds']], [did, handle, fake.pds], entered)
    assert.deepEqual(scopes, ['atproto', 'transition:generic'])
    const days = (Number(tokens.reauthAt) - Date.now()) / 86_400_000
    assert.ok(days > 700, 'a client with a key may renew for two years')
  }
})

test('the client document has a public key for every master key and no private one', () => {
  const secrets = createSecrets(`${newMasterKey()},${newMasterKey()}`)
  const own = { ...call, derivedSecrets: (purpose: string) => secrets.deriveAll(purpose) }
  const document = describeClient(own, PUBLIC)
  assert.deepEqual([document['client_id'], document['redirect_uris']], [PUBLIC.clientUrl, [PUBLIC.redirectUri]])
  const { keys: shown } = document['jwks'] as unknown as { keys: Record<string, string>[] }
  assert.deepEqual(
    shown.map((key) => Object.keys(key).toSorted()),
    [0, 1].map(() => ['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']),
  )
  assert.notEqual(shown[0]?.['kid'], shown[1]?.['kid'])
})

test('on loopback the client id contains its metadata, and the sign-in ends after two weeks', async () => {
  const named = { ...LOOPBACK, redirectUri: LOOPBACK.redirectUri.replace('127.0.0.1', 'localhost') }
  for (const addresses of [LOOPBACK, named]) {
    const session = await signInAtPage(undefined, addresses)
    assert.match(session.tokens.extra?.['clientId'] as string, /^http:\/\/localhost\?redirect_uri=http%3A%2F%2F127/)
    const days = (Number(session.tokens.reauthAt) - Date.now()) / 86_400_000
    assert.ok(days > 13 && days <= 14, String(days))
    const { reauthAt } = await renew(session)
    assert.deepEqual(reauthAt, session.tokens.reauthAt, 'a renewal does not extend it')
  }
})

test('a newer nonce costs one more request, and a server that accepts no nonce is unavailable', async () => {
  const session = await signInAtPage()
  const ask = () => bluesky.checkHealth(session)
  await ask()
  assert.equal(await countRequests('getSession', ask), 1)
  fake.auth.rotateNonce()
  assert.equal(await countRequests('getSession', ask), 2)
  assert.equal(await countRequests('getSession', ask), 1)
  fake.auth.rotateNonce()
  assert.equal(await countRequests('/oauth/token', () => renew(session)), 2)
  fake.auth.refusesNonces = true
  const refused = catchPlatformError(ask())
  assert.equal(await countRequests('getSession', () => refused), 2)
  assert.deepEqual(codeAndRule(await refused), ['unavailable', 'bluesky.use_dpop_nonce'])
  assert.equal((await catchPlatformError(renew(session))).kind, 'unavailable')
  assert.equal((await catchPlatformError(openPage(session.identity.externalId))).kind, 'unavailable')
  fake.auth.refusesNonces = false
})

test('an upload requests a nonce first, and is sent again when the nonce is too old', async () => {
  const session = await signInAtPage()
  const moment = new Date()
  const upload = (at = session) =>
    publish.prepare(at, { draft: { text: '', media: [picture()], options: {} }, handle: '3m', createdAt: moment }, null)
  assert.equal(await countRequests('uploadBlob', upload), 1)
  fake.auth.rotateNonce()
  assert.equal(await countRequests('uploadBlob', upload), 2)
  const later = { ...session, now: () => new Date(Date.now() + 60_000) }
  fake.auth.rotateNonce()
  assert.equal(await countRequests('uploadBlob', () => upload(later)), 1)
})

test('an expired token is an auth error, and a renewal returns tokens that are bound to the same key', async () => {
  const session = await signInAtPage()
  fake.advance(2 * 3_600_000)
  const now = () => new Date(Date.now() + 2 * 3_600_000)
  const expired = await catchPlatformError(bluesky.checkHealth({ ...session, now }))
  assert.deepEqual([expired.kind, expired.platformResponse?.code], ['auth', 'invalid_token'])
  const tokens = await renew({ ...session, now })
  assert.equal(tokens.extra, undefined, 'key and client stay')
  await bluesky.checkHealth({ ...withTokens(session, tokens), now })
  fake.advance(-2 * 3_600_000)
})

test('a refresh token works once: its second use ends the sign-in, and no error contains a secret', async () => {
  const session = await signInAtPage()
  fake.auth.echoes = true
  const tokens = await renew(session)
  const replayed = await catchPlatformError(renew(session))
  assert.deepEqual(codeAndRule(replayed), ['auth', 'bluesky.oauth.invalid_grant'])
  const dead = await catchPlatformError(renew(withTokens(session, tokens)))
  assert.equal(dead.kind, 'auth')
  assert.equal((await catchPlatformError(bluesky.checkHealth(withTokens(session, tokens)))).kind, 'auth')
  for (const secret of [session.tokens.refresh, tokens.refresh, tokens.access])
    for (const error of [replayed, dead])
      assert.ok(!serializeError(error).includes(String(secret)), serializeError(error))
  fake.auth.echoes = false
})

test('a renewal whose response is lost is ambiguous: the refresh token may be used up', async () => {
  for (const fault of ['drop_after', 'error_after'] as const) {
    const session = await signInAtPage()
    fake.auth.faults.push({ fault, matches: ({ path }) => path === '/oauth/token' })
    assert.equal((await catchPlatformError(renew(session))).kind, 'ambiguous')
  }
  const session = await signInAtPage()
  fake.auth.nextTokens = { sub: 'did:plc:another' }
  assert.deepEqual(codeAndRule(await catchPlatformError(renew(session))), ['auth', 'bluesky.identity.mismatch'])
})

test('a response of another issuer is refused before its code is used', async () => {
  const { did, handle } = fake.signUp('issuer.test')
  const { url, finish } = await openPage(handle)
  const returned = fake.auth.approve(url, did)
  for (const params of [{ iss: 'https://evil.example.com' }, {}]) {
    const refused = catchPlatformError(finish(returned, { params }))
    assert.equal(await countRequests('/oauth/token', () => refused), 0)
    assert.deepEqual(codeAndRule(await refused), ['invalid', 'bluesky.oauth.issuer_mismatch'])
  }
  await finish(returned)
})

test('a sign-in of another person, or with fewer scopes, connects no account and is revoked', async () => {
  const { did, handle } = fake.signUp('named.test')
  const stranger = fake.signUp('stranger.test')
  const attempt = async (by: string, tokens: Record<string, unknown>) => {
    const { url, finish } = await openPage(handle)
    fake.auth.nextTokens = tokens
    const error = await catchPlatformError(finish(fake.auth.approve(url, by)))
    assert.equal(fake.auth.findSession(by), undefined)
    return error.rule
  }
  assert.equal(await attempt(stranger.did, {}), 'bluesky.identity.mismatch')
  assert.equal(await attempt(did, { scope: 'atproto' }), 'bluesky.oauth.scope_missing')
  const { url, finish } = await openPage(handle)
  fake.auth.nextTokens = { token_type: 'Bearer' }
  assert.equal((await catchPlatformError(finish(fake.auth.approve(url, did)))).kind, 'unavailable')
})

test('a server signs in only people whose data it is responsible for', async () => {
  const { fake: other } = await startBluesky(1500)
  other.auth.clients.set(PUBLIC.clientUrl, describeClient(call, PUBLIC))
  const { did } = fake.signUp('victim.test')
  const { url, finish } = await openPage(other.auth.issuer)
  const error = await catchPlatformError(finish(other.auth.approve(url, did)))
  assert.deepEqual(codeAndRule(error), ['invalid', 'bluesky.oauth.issuer_mismatch'])
})

test('a server whose metadata does not follow the atproto profile is refused', async () => {
  const { handle } = fake.signUp('odd.test')
  for (const odd of [
    { issuer: 'https://evil.example.com' },
    { pushed_authorization_request_endpoint: undefined },
    { authorization_endpoint: 'javascript:alert(1)' },
    { authorization_response_iss_parameter_supported: false },
    { client_id_metadata_document_supported: undefined },
    { dpop_signing_alg_values_supported: ['RS256'] },
    { code_challenge_methods_supported: 'S256' },
  ]) {
    Object.assign(fake.auth.metadata, odd)
    assert.equal((await catchPlatformError(openPage(handle))).rule, 'bluesky.oauth.unsupported', JSON.stringify(odd))
    for (const name of Object.keys(odd)) delete fake.auth.metadata[name]
  }
  await openPage(handle)
})

test('a server that cannot read the client document leads to an error that says what to do', async () => {
  const { handle } = fake.signUp('unread.test')
  const elsewhere = { ...PUBLIC, clientUrl: 'https://quoin.example.net/client.json' }
  const error = await catchPlatformError(openPage(handle, elsewhere))
  assert.deepEqual(codeAndRule(error), ['invalid', 'bluesky.oauth.invalid_client_metadata'])
  assert.match(error.remediation ?? '', /QUOIN_PUBLIC_URL/)
})

test('a sign-in outlives a new master key', async () => {
  const session = await signInAtPage()
  const newer = createSecrets(newMasterKey())
  const derivedSecrets = (purpose: string) => [...newer.deriveAll(purpose), ...call.derivedSecrets(purpose)]
  fake.auth.clients.set(PUBLIC.clientUrl, describeClient({ ...call, derivedSecrets }, PUBLIC))
  await renew({ ...session, derivedSecrets })
})

test('a disconnect ends the sign-in at the server, for both ways to sign in', async () => {
  const bound = await signInAtPage()
  await revoke(bound)
  assert.equal(fake.auth.findSession(bound.identity.externalId), undefined)
  await revoke(bound)
  const plain = await signIn()
  await revoke(plain)
  assert.equal((await catchPlatformError(renew(plain))).kind, 'auth')
})
