import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connector as bluesky } from '../server/src/connectors/bluesky/connector.ts'
import { detectFacets } from '../server/src/connectors/bluesky/facets.ts'
import { PlatformError } from '../server/src/connectors/platform-error.ts'
import type { CommittedAttempt, ReadableMedia } from '../server/src/connectors/publish.ts'
import type { Session } from '../server/src/connectors/session.ts'
import { OutboundError } from '../server/src/kit/net/outbound-error.ts'
import { openCall, picture } from '../server/test/support/connectors/loopback.ts'
import { startServer } from './bluesky-peer.ts'
import { fromNpm } from './peer.ts'

const { skip } = fromNpm('@atproto/pds', 'package.json')
const api = fromNpm('@atproto/api', 'package.json')

const { publish, comments, metrics, auth } = bluesky
const world = skip ? undefined : await startServer()
const call = openCall({ deadlineMs: 10_000, app: world?.app ?? {} })
const { http } = call

async function ask(method: string, body: object, token?: string) {
  const response = await fetch(`${world?.pds}/xrpc/${method}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
  assert.equal(response.status, 200, method)
  return (await response.json()) as Record<string, string>
}

async function signUp(name: string): Promise<{ handle: string; password: string; session: Session }> {
  const handle = `${name}.test`
  const account = { handle, email: `${name}@example.com`, password: 'a-long-password' }
  const { accessJwt } = await ask('com.atproto.server.createAccount', account)
  const { password = '' } = await ask('com.atproto.server.createAppPassword', { name: 'Quoin' }, accessJwt)
  const grant = await auth.signIn!(call, { identifier: handle, app_password: password })
  assert.deepEqual(grant.scopes, ['com.atproto.appPass'])
  const [entity] = await auth.listEntities({ ...call, ...grant })
  assert.ok(entity?.selectable && Number(entity.metadata['blob_bytes_max']) > 0)
  return { handle, password, session: { ...call, ...grant, entity: { ...entity, secret: undefined } } }
}

async function newAttempt(
  session: Session,
  text: string,
  media: readonly ReadableMedia[] = [],
): Promise<CommittedAttempt> {
  const moment = new Date()
  const handle = publish!.newHandle!(moment, crypto.getRandomValues(new Uint8Array(8)))
  const attempt = { draft: { text, media, options: { langs: ['en'] } }, handle, createdAt: moment }
  const { prepared } = await publish!.prepare(session, attempt, null)
  return { ...attempt, prepared, intentAt: moment }
}

async function catchPlatformError(work: Promise<unknown>): Promise<PlatformError> {
  const error = await work.then(
    () => assert.fail('it should have failed'),
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof PlatformError, String(error))
  return error
}

test('a post with mentions, links, tags and a picture appears on the real server, and disappears when it is unpublished', {
  skip,
}, async () => {
  const { session } = await signUp('alice')
  const { session: friend } = await signUp('frida')
  const text = 'Grüße 👋 @frida.test, see https://example.com/a #welcome'
  const attempt = await newAttempt(session, text, [picture({ altText: 'A dot' })])
  const { externalId } = await publish!.mutate(session, attempt)
  const rkey = attempt.handle
  const where = `repo=${session.identity.externalId}&collection=app.bsky.feed.post&rkey=${rkey}`
  const read = async () => fetch(`${world?.pds}/xrpc/com.atproto.repo.getRecord?${where}`)
  const { uri, value } = (await (await read()).json()) as {
    uri: string
    value: { facets: unknown[]; embed: { images: { alt: string }[] } }
  }
  assert.equal(uri, externalId)
  assert.equal(value.facets.length, 3)
  assert.ok(JSON.stringify(value.facets).includes(friend.identity.externalId))
  assert.deepEqual(value.embed.images[0]?.alt, 'A dot')
  await publish!.unpublish!(session, externalId)
  await publish!.unpublish!(session, externalId)
  assert.equal((await read()).status, 400)
  assert.deepEqual(await publish!.find!(session, attempt), { state: 'absent' })
})

test('one handle creates one post on the real server, even if the response is lost', { skip }, async () => {
  const { session } = await signUp('bob')
  const attempt = await newAttempt(session, 'Once')
  assert.deepEqual(await publish!.find!(session, attempt), { state: 'absent' })
  const deaf = async (request: Parameters<typeof http>[0]) => {
    await http(request)
    throw new OutboundError('timeout', 'No answer')
  }
  assert.equal((await catchPlatformError(publish!.mutate({ ...session, http: deaf }, attempt))).kind, 'ambiguous')
  const finding = await publish!.find!(session, attempt)
  assert.ok(finding.state === 'published')
  assert.deepEqual(await publish!.mutate(session, attempt), finding.post)
  const list = `repo=${session.identity.externalId}&collection=app.bsky.feed.post`
  const { records } = (await (await fetch(`${world?.pds}/xrpc/com.atproto.repo.listRecords?${list}`)).json()) as {
    records: unknown[]
  }
  assert.equal(records.length, 1)
})

/** Builds the responses of the index from the records themselves, because the data server has no index behind it. */
function withIndex(session: Session): Session {
  return {
    ...session,
    http: async (request) => {
      const url = new URL(request.url)
      if (!url.pathname.endsWith('app.bsky.feed.getPosts')) return http(request)
      const [, , repo = '', collection = '', rkey = ''] = url.searchParams.get('uris')?.split('/') ?? []
      const where = new URLSearchParams({ repo, collection, rkey })
      const record = await (await fetch(`${world?.pds}/xrpc/com.atproto.repo.getRecord?${where.toString()}`)).json()
      const { uri, cid, value } = record as Record<string, unknown>
      const posts = uri === undefined ? [] : [{ uri, cid, record: value }]
      return { status: 200, headers: {}, body: Buffer.from(JSON.stringify({ posts })), isTruncated: false }
    },
  }
}

test('several replies in one thread are hidden in one call on the real server, and a reply of ours is deleted', {
  skip,
}, async () => {
  const { session: owner } = await signUp('olga')
  const { session: guest } = await signUp('gus')
  const [own, other] = [withIndex(owner), withIndex(guest)]
  const { externalId } = await publish!.mutate(own, await newAttempt(own, 'Speak'))
  const to = { externalId, mediaExternalId: externalId }
  const replies: string[] = []
  for (const handle of ['one', 'two', 'three', 'four'])
    replies.push((await comments!.reply(other, to, { body: handle, handle })).externalId)
  await Promise.all(replies.map((reply) => comments!.hide!(own, reply)))
  const rkey = externalId.split('/').at(-1) ?? ''
  const where = new URLSearchParams({ repo: owner.identity.externalId, collection: 'app.bsky.feed.threadgate', rkey })
  const gate = (await (await fetch(`${world?.pds}/xrpc/com.atproto.repo.getRecord?${where.toString()}`)).json()) as {
    value: { hiddenReplies: string[] }
  }
  assert.deepEqual(new Set(gate.value.hiddenReplies), new Set(replies))
  const [first = ''] = replies
  assert.equal((await catchPlatformError(comments!.delete!(own, first))).rule, 'bluesky.comment.foreign')
  await comments!.delete!(other, first)
  await comments!.delete!(other, first)
  assert.equal((await catchPlatformError(comments!.hide!(own, first))).rule, 'bluesky.comment.gone')
})

test('refusals of the real server map to distinct error kinds', { skip }, async () => {
  const { session, handle } = await signUp('carol')
  const long = await catchPlatformError(publish!.mutate(session, await newAttempt(session, 'x'.repeat(301))))
  assert.deepEqual([long.kind, long.rule], ['invalid', 'bluesky.invalid_request'])
  const attempt = await newAttempt(session, 'Lost picture', [picture()])
  const lost = structuredClone(attempt.prepared) as { media: { blob: { ref: { $link: string } } }[] }
  lost.media[0]!.blob.ref.$link = 'bafkreidgvpkjawlxz6sffxzwgooowe5yt7i6wsyg236mfoks77nywkptdq'
  assert.equal((await catchPlatformError(publish!.mutate(session, { ...attempt, prepared: lost }))).kind, 'unavailable')
  const forged = { ...session, tokens: { ...session.tokens, access: 'forged' } }
  assert.equal((await catchPlatformError(bluesky.checkHealth(forged))).kind, 'auth')
  const wrong = await catchPlatformError(auth.signIn!(call, { identifier: handle, app_password: 'guess' }))
  assert.equal(wrong.kind, 'auth')
  const unknown = await catchPlatformError(auth.signIn!(call, { identifier: 'unknown.test', app_password: 'guess' }))
  assert.equal(unknown.rule, 'bluesky.handle_not_found')
  // This server has no index behind it, which looks like a failure of the index.
  assert.equal((await catchPlatformError(comments!.list(session, { cursor: null, posts: [] }))).kind, 'unavailable')
  assert.equal(
    (await catchPlatformError(metrics!.posts.read(session, ['at://did:plc:a/app.bsky.feed.post/3']))).kind,
    'unavailable',
  )
})

test('tokens of the real server are renewed, and the old refresh token can be used a second time', {
  skip,
}, async () => {
  const { session } = await signUp('dave')
  const tokens = await auth.refresh!.renew(session)
  assert.ok(tokens.expiresAt && tokens.expiresAt.getTime() > Date.now() + 3_600_000)
  assert.deepEqual((await bluesky.checkHealth({ ...session, tokens: { ...session.tokens, ...tokens } })).issues, [])
  await auth.refresh!.renew(session)
})

test('the sign-in limit of the real server is recognised as a rate limit', { skip }, async () => {
  const { handle, password } = await signUp('erin')
  for (let count = 0; count < 40; count++) {
    const signIn = auth.signIn!(call, { identifier: handle, app_password: password })
    const error = await signIn.then(
      () => undefined,
      (reason: Error) => reason,
    )
    if (!error) continue
    assert.ok(error instanceof PlatformError && error.kind === 'rate_limited', error.message)
    assert.ok(error.retryAfterSeconds && error.retryAfterSeconds > 100 && error.retryAfterSeconds <= 300)
    return
  }
  assert.fail('there was no limit')
})

const TEXTS = [
  'plain words only',
  'https://example.com and http://example.org/a?b=c#d, also example.net/path.',
  '(https://example.com/a) (see example.com) "https://example.com"',
  'https://en.wikipedia.org/wiki/Quoin_(architecture) is about stones',
  'Grüße 👋🏽 @alice.test! @bob.bsky.social, @not-a-handle @x mail@example.com',
  '#tag #töst, #日本語 #1 #a1 # #tag! ##double #with-dash #under_score （#no',
  'line\n#one\n@alice.test\nhttps://example.com\nend',
  'Node.js and e.g. this v1.2.3 file.txt example.com:8080/x?y EXAMPLE.COM',
  '👩‍👩‍👧‍👦 https://example.com/👋 #👋',
]

test("facets match those of Bluesky's own library", { skip: api.skip }, async () => {
  const { RichText } = await import('@atproto/api')
  for (const text of TEXTS) {
    const theirs = new RichText({ text })
    theirs.detectFacetsWithoutResolution()
    const expected = (theirs.facets ?? []).map(({ index, features: [feature] }) => ({ index, feature }))
    const ours = await detectFacets(text, async (handle) => handle)
    assert.deepEqual(
      ours.map(({ index, features: [feature] }) => ({ index, feature })),
      expected.toSorted((a, b) => a.index.byteStart - b.index.byteStart),
      text,
    )
  }
})
