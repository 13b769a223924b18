import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connector as linkedin } from '../../src/connectors/linkedin/connector.ts'
import { toLittleText, toPlainText } from '../../src/connectors/linkedin/little-text.ts'
import type { PlatformError } from '../../src/connectors/platform-error.ts'
import type { CommittedAttempt, ReadableMedia } from '../../src/connectors/publish.ts'
import type { Http, Session, UnexpectedShape } from '../../src/connectors/session.ts'
import { createAttempt, isRequestFrom, prepare, startLinkedIn } from '../support/connectors/linkedin.ts'
import { publishedText } from '../support/connectors/linkedin-values.ts'
import { catchPlatformError, documentFile, picture, videoFile } from '../support/connectors/loopback.ts'
import { bootPlatform } from '../support/platform-scene.ts'
import { ingestImage } from '../support/post-scene.ts'

const { publish, comments, metrics, auth } = linkedin
assert.ok(publish?.find && publish.unpublish && comments?.findReply && comments.delete && metrics && auth.refresh)
const { find, unpublish } = publish
const { fake, call, grant, signIn } = await startLinkedIn(1500)

const serializeError = (error: PlatformError) =>
  JSON.stringify([error.message, error.stack, error.platformResponse, error.rule])
const send = async (session: Session, attempt: CommittedAttempt) =>
  publish.mutate(session, await prepare(session, attempt))
const film = (bytes = 9_000_000): ReadableMedia => videoFile({ bytes }, bytes)

test('text is escaped so that LinkedIn shows all of it, with hashtags and mentions', () => {
  const text = 'A (b) [c] {d} <e> *f* _g_ ~h~ | \\ #tag, #two_words https://example.com/a_b#c me@example.com é\n@x'
  assert.equal(publishedText(toLittleText(text)), text)
  assert.equal(toPlainText(toLittleText(text)), text)
  assert.equal(toLittleText('See #news'), 'See {hashtag|\\#|news}')
  assert.equal(toLittleText('By @[Ac(me](urn:li:organization:12)!'), 'By @[Ac\\(me](urn:li:organization:12)!')
  assert.equal(toPlainText('See {hashtag|\\#|news}'), toPlainText('See #news'))
  assert.equal(publishedText('cut (here)'), 'cut ', 'what happens without escapes')
})

test('a person can always publish, and an organization only with a role that allows it', async () => {
  fake.appoint('mixed', '501', 'ADMINISTRATOR')
  fake.appoint('mixed', '501', 'ANALYST')
  fake.appoint('mixed', '502', 'ANALYST')
  fake.appoint('mixed', '503', 'CONTENT_ADMIN')
  const { tokens, identity, scopes } = await grant('mixed')
  assert.ok(scopes.includes('w_organization_social'))
  const entities = await auth.listEntities({ ...call, tokens, identity })
  assert.deepEqual(
    entities.map(({ kind, externalId, grants, selectable }) => [kind, externalId, grants, selectable]),
    [
      ['member', 'urn:li:person:mixed', [], true],
      ['organization', 'urn:li:organization:501', ['ADMINISTRATOR', 'ANALYST'], true],
      ['organization', 'urn:li:organization:502', ['ANALYST'], false],
      ['organization', 'urn:li:organization:503', ['CONTENT_ADMIN'], true],
    ],
  )
  assert.equal(entities[1]?.name, 'Company 501')
  const alone = await grant('mixed', { act_as: 'member' })
  assert.deepEqual(alone.scopes, ['openid', 'profile', 'w_member_social'])
  assert.equal((await auth.listEntities({ ...call, tokens: alone.tokens, identity })).length, 1)
})

test('without a refresh token the person signs in again after 60 days; with one after a year', async () => {
  const days = (date: Date | null | undefined) => Math.round((Number(date) - Date.now()) / 86_400_000)
  const plain = await grant('plain')
  assert.deepEqual([plain.tokens.refresh, days(plain.tokens.reauthAt)], [undefined, 60])
  fake.isPartner = true
  const partner = await grant('partner')
  fake.isPartner = false
  assert.deepEqual([days(partner.tokens.expiresAt), days(partner.tokens.reauthAt)], [60, 365])
  const session = { ...call, tokens: partner.tokens, identity: partner.identity }
  assert.equal(days((await auth.refresh!.renew(session)).expiresAt), 60)
  fake.refreshTokens.delete(partner.tokens.refresh ?? '')
  fake.echoes = true
  const dead = await catchPlatformError(auth.refresh!.renew(session))
  assert.equal(dead.kind, 'auth')
  const wrong = await catchPlatformError(
    auth.refresh!.renew({ ...session, app: { client_id: 'li-app', client_secret: 'no' } }),
  )
  fake.echoes = false
  assert.deepEqual([wrong.kind, wrong.rule], ['invalid', 'linkedin.oauth.invalid_client'])
  for (const secret of [partner.tokens.refresh ?? '', fake.app.client_secret])
    for (const error of [dead, wrong]) assert.ok(!serializeError(error).includes(secret), serializeError(error))
})

test('a post has its text, visibility and article, and its id and address are returned', async () => {
  const session = await signIn('member')
  const options = { visibility: 'connections', article: { url: 'https://example.com/a' }, disable_reshare: true }
  const { externalId, externalUrl } = await send(session, createAttempt('Read this\nnow', options))
  const { visibility, content, isReshareDisabledByAuthor, text } = fake.posts.get(externalId)
  assert.deepEqual([visibility, isReshareDisabledByAuthor, text], ['CONNECTIONS', true, 'Read this\nnow'])
  assert.deepEqual(content, { article: { source: 'https://example.com/a', title: 'Read this' } })
  assert.equal(externalUrl, `https://www.linkedin.com/feed/update/${externalId}`)
  const thumbnail = await send(session, createAttempt('', { article: { url: 'https://example.com/b' } }, [picture()]))
  const { article } = fake.posts.get(thumbnail.externalId).content
  assert.deepEqual([article.title, article.thumbnail.startsWith('urn:li:image:')], ['example.com', true])
})

test('images, a video in parts and a document are uploaded, and the post waits until they are processed', async () => {
  const session = await signIn()
  fake.assets.polls = 1
  const media = [picture({ altText: 'Known' }), picture({ checksum: `sha256:${'1'.repeat(64)}` })]
  const two = await send(session, createAttempt('Two', { alt_texts: ['First'] }, media))
  const { images } = fake.posts.get(two.externalId).content.multiImage
  assert.deepEqual(
    images.map(({ altText }: { altText?: string }) => altText),
    ['First', undefined],
  )
  const moving = await send(session, createAttempt('Moving', {}, [film()]))
  const { id: video } = fake.posts.get(moving.externalId).content.media
  assert.deepEqual(
    [moving.externalId.startsWith('urn:li:ugcPost:'), fake.assets.all.get(video).parts.length],
    [true, 3],
  )
  const sizes = fake.assets.all.get(video).parts.map(({ length }: Buffer) => length)
  assert.deepEqual(sizes, [4_194_304, 4_194_304, 9_000_000 - 2 * 4_194_304])
  const slides = await send(session, createAttempt('Our slides\nenjoy', {}, [documentFile()]))
  assert.equal(fake.posts.get(slides.externalId).content.media.title, 'Our slides')
  fake.assets.polls = -1
  const failed = await catchPlatformError(prepare(session, createAttempt('Broken', {}, [film()])))
  fake.assets.polls = 0
  assert.deepEqual([failed.kind, failed.rule], ['invalid', 'linkedin.media.processing'])
})

test('the images of a person cannot be read back, and are used after a wait', async () => {
  const session = await signIn('member')
  const first = await publish.prepare(session, createAttempt('Mine', {}, [picture()]), null)
  assert.equal(first.retryAfterSeconds, 5)
  await send(session, createAttempt('Mine', {}, [picture()]))
})

test('a post whose response got lost is found among the posts of an organization, and no other post is mistaken for it', async () => {
  const session = await signIn()
  const attempt = await prepare(session, createAttempt('Once (only) #once'))
  for (let count = 0; count < 60; count++) await send(session, createAttempt(`Other ${count}`))
  fake.faults.push({ fault: 'drop_after', matches: isRequestFrom(session, 'POST') })
  assert.equal((await catchPlatformError(publish.mutate(session, attempt))).kind, 'ambiguous')
  const finding = await find(session, attempt)
  assert.ok(finding.state === 'published')
  assert.deepEqual(await find(session, { ...attempt, belongsToOtherTarget: async () => true }), { state: 'absent' })
  const changed = { ...attempt.draft, options: { article: { url: 'https://example.com' } } }
  assert.deepEqual(await find(session, { ...attempt, draft: changed }), { state: 'absent' })
  const later = new Date(Date.now() + 3_600_000)
  assert.deepEqual(await find(session, { ...attempt, createdAt: later }), { state: 'absent' })
  const again = await publish.mutate(session, attempt)
  assert.equal(again.externalId, finding.post.externalId, 'LinkedIn names the first post')
  await unpublish(session, again.externalId)
  await unpublish(session, again.externalId)
})

/** Returns the session with every response rewritten, and the fields that the connector reports to the operator. */
function rewriteResponses(session: Session, rewrite: (body: string) => string) {
  const fields: string[] = []
  const http: Http = async (request) => {
    const reply = await session.http(request)
    const { 'x-restli-id': _, ...headers } = reply.headers
    return { ...reply, headers, body: Buffer.from(rewrite(reply.body.toString())) }
  }
  const report = ({ field }: UnexpectedShape) => void fields.push(field)
  return { session: { ...session, http, report }, fields }
}

test('a post or comment that cannot be read may be ours: it is not treated as absent, and the operator sees the response', async () => {
  const session = await signIn()
  const attempt = await prepare(session, createAttempt('Unreadable'))
  const { externalId } = await publish.mutate(session, attempt)
  const { fields, ...unreadable } = rewriteResponses(session, (body) => body.replaceAll('"Unreadable"', '{}'))
  const failure = await catchPlatformError(find(unreadable.session, attempt))
  assert.deepEqual([failure.kind, failure.rule], ['unavailable', 'linkedin.response.unexpected'])
  const to = { externalId, mediaExternalId: externalId }
  const reply = { body: 'Unreadable', handle: 'a' }
  await comments.onPost!(session, externalId, reply)
  const later = { ...unreadable.session, now: () => new Date(Date.now() + 120_000) }
  const sent = { ...reply, intentAt: new Date(), otherIds: [] }
  assert.equal((await catchPlatformError(comments.findReply!(later, to, sent))).rule, 'linkedin.response.unexpected')
  assert.deepEqual(fields, ['elements.0.commentary', 'elements.0.message.text'])
  const empty = rewriteResponses(session, () => '')
  assert.equal((await catchPlatformError(find(empty.session, attempt))).rule, 'linkedin.response.unexpected')
  const untimed = rewriteResponses(session, (body) =>
    body.replace(/"createdAt":\d+,/, '').replace(externalId, 'urn:li:share:1'),
  )
  assert.deepEqual(await find(untimed.session, attempt), { state: 'unknown' }, 'it may be newer than the attempt')
})

test('a reply is not treated as absent when the post has more comments than are read', async () => {
  const session = await signIn()
  const { externalId } = await send(session, createAttempt('Popular'))
  for (let count = 0; count < 1000; count++) fake.comment('urn:li:person:asker', externalId, `Comment ${count}`)
  const later = { ...session, now: () => new Date(Date.now() + 120_000) }
  const sent = { body: 'Hello', handle: 'a', intentAt: new Date(), otherIds: [] }
  const to = { externalId, mediaExternalId: externalId }
  assert.equal((await catchPlatformError(comments.findReply!(later, to, sent))).kind, 'unavailable')
})

test('a created post or comment without an id is ambiguous, and the operator sees the response', async () => {
  const session = await signIn()
  const { externalId } = await send(session, createAttempt('Root'))
  const nameless = rewriteResponses(session, (body) => body.replace('"commentUrn"', '"urn"'))
  const mutations = [
    async () => publish.mutate(nameless.session, await prepare(session, createAttempt('Nameless'))),
    () => comments.onPost!(nameless.session, externalId, { body: 'Nameless', handle: 'a' }),
  ]
  for (const mutate of mutations) {
    const failure = await catchPlatformError(mutate())
    assert.deepEqual([failure.kind, failure.rule], ['ambiguous', 'linkedin.response.unexpected'])
  }
  assert.deepEqual(nameless.fields, ['x-restli-id', 'commentUrn'])
})

test("a duplicate of another target's post, or of an old one, is refused; a member's own is recognized by its time", async () => {
  const session = await signIn('member')
  const attempt = await prepare(session, createAttempt('Again'))
  const first = await publish.mutate(session, attempt)
  assert.deepEqual(await find(session, attempt), { state: 'unknown' }, 'posts of people cannot be read')
  assert.deepEqual(await publish.mutate(session, attempt), first)
  const other = await catchPlatformError(
    publish.mutate(session, { ...attempt, belongsToOtherTarget: async () => true }),
  )
  assert.deepEqual([other.kind, other.rule], ['invalid', 'linkedin.post.duplicate'])
  const later = { ...attempt, createdAt: new Date(Date.now() + 3_600_000) }
  assert.equal((await catchPlatformError(publish.mutate(session, later))).rule, 'linkedin.post.duplicate')
  const organization = await signIn()
  const kept = await prepare(organization, createAttempt('Kept'))
  await publish.mutate(organization, kept)
  fake.faults.push({ fault: 'drop_before', matches: isRequestFrom(organization, 'GET') })
  assert.equal((await catchPlatformError(publish.mutate(organization, kept))).kind, 'ambiguous')
})

test('comments: unchanged old posts are not read, replies to replies are placed under the comment, and text is plain', async () => {
  const session = await signIn()
  const { externalId: post } = await send(session, createAttempt('Ask'))
  const list = async (cursor: string | null, as = session) => {
    const from = fake.requests.length
    const batch = await comments.list(as, { cursor, posts: [post, 'odd'] })
    return { ...batch, paths: fake.requests.slice(from).map(({ path }) => decodeURIComponent(path)) }
  }
  const empty = await list(null)
  assert.deepEqual([empty.items, empty.paths], [[], ['/rest/socialMetadata']])
  const question = fake.comment('urn:li:person:asker', post, 'Why (so)?')
  const to = { externalId: question, mediaExternalId: post }
  const reply = await comments.reply(session, to, { body: 'Because #1 (one)', handle: 'a' })
  assert.deepEqual([reply.body, reply.parentExternalId, reply.isOwn], ['Because #1 (one)', question, true])
  assert.equal(fake.comments.get(reply.externalId).message.text, 'Because #1 (one)')
  const deeper = await comments.reply(session, { ...to, externalId: reply.externalId }, { body: 'More', handle: 'b' })
  assert.equal(deeper.parentExternalId, question)
  const full = await list(empty.cursor)
  assert.deepEqual(
    full.items.map(({ body, mediaExternalId }) => [body, mediaExternalId]),
    [
      ['Why (so)?', post],
      ['Because #1 (one)', post],
      ['More', post],
    ],
  )
  const old = { ...session, now: () => new Date(Date.now() + 3 * 86_400_000) }
  assert.deepEqual((await list(full.cursor, old)).paths, ['/rest/socialMetadata'])
  const sent = { body: 'More', handle: 'b', intentAt: new Date(), otherIds: [] as string[] }
  assert.equal((await comments.findReply!(session, to, sent))?.externalId, deeper.externalId)
  const none = { ...sent, otherIds: [deeper.externalId] }
  assert.equal((await catchPlatformError(comments.findReply!(session, to, none))).kind, 'unavailable')
  assert.equal(await comments.findReply!(old, to, none), undefined)
  await comments.delete!(session, question)
  const person = await signIn('member')
  assert.deepEqual((await comments.list(person, { cursor: null, posts: [post] })).items, [])
})

test('errors distinguish permissions, versions, throttles and ended sign-ins, and contain no token', async () => {
  const session = await signIn()
  const attempt = await prepare(session, createAttempt('Refused'))
  const role = fake.roles.get(session.identity.externalId)
  fake.roles.delete(session.identity.externalId)
  fake.echoes = true
  const denied = await catchPlatformError(publish.mutate(session, attempt))
  assert.deepEqual([denied.kind, denied.rule], ['invalid', 'linkedin.permission.missing'])
  const { issues } = await linkedin.checkHealth(session)
  assert.deepEqual([issues[0]?.code, issues[0]?.severity], ['linkedin_role_missing', 'error'])
  fake.roles.set(session.identity.externalId, role!)
  const { versions } = fake
  fake.versions = []
  const ended = await catchPlatformError(publish.mutate(session, attempt))
  fake.versions = versions
  assert.deepEqual([ended.kind, ended.rule], ['invalid', 'linkedin.version.ended'])
  fake.echoes = false
  fake.throttled = 1
  const throttled = await catchPlatformError(publish.mutate(session, attempt))
  assert.equal(throttled.kind, 'rate_limited')
  assert.ok((throttled.retryAfterSeconds ?? 0) >= 60 && (throttled.retryAfterSeconds ?? 0) <= 86_400)
  fake.tokens.delete(session.tokens.access)
  fake.echoes = true
  const revoked = await catchPlatformError(publish.mutate(session, attempt))
  fake.echoes = false
  assert.deepEqual([revoked.kind, revoked.rule], ['auth', 'linkedin.token.revoked'])
  for (const error of [denied, ended, revoked]) assert.ok(!serializeError(error).includes(session.tokens.access))
})

test('validation checks organizations, articles, documents and the size of files', () => {
  const check = (media: readonly ReadableMedia[], options: object = {}, kind = 'organization') =>
    linkedin
      .validate({ text: 'x', media, options: options as Record<string, unknown> }, { kind, metadata: {} })
      .map(({ rule }) => rule)
  assert.deepEqual(check([documentFile()]), [])
  assert.deepEqual(check([documentFile(), picture()]), ['linkedin.media.mixed'])
  assert.deepEqual(check([film()]), [])
  assert.deepEqual(check([videoFile({ durationSeconds: 2 })]), [
    'linkedin.video.min_bytes',
    'linkedin.video.min_duration',
  ])
  assert.deepEqual(check([picture({ width: 9000, height: 5000 })]), ['linkedin.image.max_pixels'])
  assert.deepEqual(check([], { visibility: 'connections' }), ['linkedin.visibility.organization'])
  assert.deepEqual(check([], { visibility: 'connections' }, 'member'), [])
  assert.deepEqual(check([film()], { article: { url: 'https://example.com' } }), ['linkedin.article.media'])
  assert.deepEqual(check([], { alt_texts: ['one'] }), ['linkedin.alt_texts.max_count'])
})

test('through the API: connect, choose an organization, publish once, reply to and delete comments, read metrics', async () => {
  const { client_id, client_secret } = fake.app
  const env = { LINKEDIN_CLIENT_ID: client_id, LINKEDIN_CLIENT_SECRET: client_secret }
  const world = await bootPlatform(fake.origins, env)
  const { live, queue } = world
  const urn = fake.appoint('fronty', '777')
  const { id: connection, status } = await world.signIn('linkedin', (address) => fake.approve(address, 'fronty'))
  assert.equal(status, 'awaiting_selection')
  const selected = await live('POST', `/v1/connections/${connection}/select`, { external_id: urn })
  assert.deepEqual([selected.status, selected.body.active_entity.name], [200, 'Company 777'], selected.text)
  const { id } = selected.body
  const health = await live('GET', `/v1/accounts/${id}`)
  assert.equal(health.body.status, 'connected', health.text)

  const media_ids = [await ingestImage(live, queue)]
  fake.faults.push({ fault: 'drop_after', matches: ({ method, path }) => method + path === 'POST/rest/posts' })
  const made = await live('POST', '/v1/posts', { content: 'Hello (all) #hi', media_ids, targets: [{ account_id: id }] })
  assert.equal(made.status, 201, made.text)
  await world.pass(300, 10)
  const post = (await live('GET', `/v1/posts/${made.body.id}`)).body
  assert.equal(post.status, 'published', JSON.stringify(post.targets))
  const [target] = post.targets
  const own = [...fake.posts.values()].filter(({ author }) => author === urn)
  assert.deepEqual([own.length, own[0].id, own[0].text], [1, target.external_id, 'Hello (all) #hi'])
  assert.equal(target.external_url, `https://www.linkedin.com/feed/update/${target.external_id}`)

  fake.comment('urn:li:person:asker', target.external_id, 'When?')
  await world.pass(1800, 3)
  const [comment] = (await live('GET', '/v1/comments')).body.data
  assert.equal(comment.body, 'When?')
  assert.equal((await world.listEvents('comment.received')).length, 1)
  const replied = await live('POST', `/v1/comments/${comment.id}/reply`, { body: 'Now' })
  assert.equal(replied.status, 201, replied.text)
  const deleted = await live('POST', `/v1/comments/${comment.id}/moderate`, { action: 'delete' })
  assert.equal(deleted.status, 200, deleted.text)
  assert.ok(!fake.comments.has(comment.external_id))
  const counted = fake.requests.filter(({ path }) => path === '/rest/socialMetadata').length
  await world.pass(1200, 4)
  assert.equal(fake.requests.filter(({ path }) => path === '/rest/socialMetadata').length, counted, 'polled rarely')

  await world.pass(86_400, 4)
  const { body: analytics } = await live('GET', `/v1/accounts/${id}/analytics`)
  assert.equal(analytics.follower_history.at(-1)?.value, 1234, JSON.stringify(analytics))
  const posts = await live('GET', `/v1/posts/analytics?post_ids=${made.body.id}`)
  assert.match(posts.text, /"impressions":40/)
  const [platform] = (await live('GET', '/v1/platforms?limit=100')).body.data.filter(
    (one: { id: string }) => one.id === 'linkedin',
  )
  assert.deepEqual(
    [
      platform.version,
      platform.poll_seconds.comments,
      platform.limits.document.count_max,
      platform.auth.optional_scopes,
    ],
    ['202606', 1800, 1, linkedin.platform.auth.optionalScopes],
  )
  const gone = await live('POST', `/v1/posts/${made.body.id}/unpublish`, {})
  assert.equal(gone.status, 200, gone.text)
  assert.ok(!fake.posts.has(target.external_id))
})
