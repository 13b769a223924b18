import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connector as mastodon } from '../../src/connectors/mastodon/connector.ts'
import { toPlainText } from '../../src/connectors/mastodon/html.ts'
import { parseInstanceOrigin } from '../../src/connectors/mastodon/instance.ts'
import { PlatformError } from '../../src/connectors/platform-error.ts'
import type { Session } from '../../src/connectors/session.ts'
import { distort } from '../support/connectors/distort.ts'
import { catchPlatformError, picture, serve, videoFile } from '../support/connectors/loopback.ts'
import { attemptWith, createAttempt, isRequestFrom, prepare, startMastodon } from '../support/connectors/mastodon.ts'
import { readMastodonDescription, skip } from '../support/connectors/mastodon-description.ts'
import { processorMs } from '../support/processor-time.ts'

const { publish, metrics, auth } = mastodon
assert.ok(publish?.find && publish.unpublish && metrics)
const { find, unpublish } = publish
const { fake, call, grant, signIn } = await startMastodon(1500)

const serializeError = (error: PlatformError) =>
  JSON.stringify([error.message, error.stack, error.platformResponse, error.rule])
const own = ({ identity }: Session) =>
  [...fake.statuses.values()].filter(({ account }) => identity.externalId.startsWith(`${account.id}@`))

test('a server can be named in all usual ways', () => {
  for (const name of [
    'Mastodon.Example',
    '@alice@mastodon.example',
    'https://mastodon.example/@alice',
    ' mastodon.example',
  ])
    assert.equal(parseInstanceOrigin(name), 'https://mastodon.example')
  assert.throws(() => parseInstanceOrigin('not a name'), PlatformError)
})

test('a server of another kind is recognized, whatever it sends', async () => {
  for (const body of ['<html>Welcome</html>', null, {}, []]) {
    const instance = await serve(() => ({ status: 200, body }))
    const request = { redirectUri: instance, state: 's', codeVerifier: 'v', codeChallenge: 'c', scopes: [] }
    const error = await catchPlatformError(auth.oauth!.authorize(call, { ...request, options: { instance } }))
    assert.deepEqual([error.kind, error.rule], ['invalid', 'mastodon.instance.stranger'])
  }
})

test('a sign-in registers an app, is bound to its verifier, and brings an account with the limits of its server', async () => {
  fake.maxCharacters = 1000
  const { back, exchange } = await grant('alice')
  const stolen = { ...back, codeVerifier: 'a guess' }
  const error = await catchPlatformError(auth.oauth!.exchange(call, stolen))
  assert.equal(error.kind, 'auth')
  const { tokens, identity, scopes } = await exchange()
  const { host } = new URL(fake.origin)
  assert.match(identity.externalId, new RegExp(`^\\d+@${host}$`))
  assert.deepEqual([identity.username, identity.displayName], [`alice@${host}`, 'alice!'])
  assert.deepEqual([scopes, tokens.expiresAt], [mastodon.platform.auth.scopes, null])
  const [entity] = await auth.listEntities({ ...call, tokens, identity })
  assert.ok(entity?.selectable)
  const check = (text: string) => mastodon.validate({ text, media: [], options: {} }, entity).map(({ rule }) => rule)
  assert.deepEqual([check('a'.repeat(1000)), check('a'.repeat(1001))], [[], ['mastodon.text.max_graphemes']])
  fake.maxCharacters = 500
})

test('a sign-in is revoked at the server without ending others, and can be revoked again', async () => {
  const [first, second] = [await signIn(), await signIn()]
  await auth.revoke!(first)
  await auth.revoke!(first)
  assert.deepEqual([fake.tokens.has(first.tokens.access), fake.tokens.has(second.tokens.access)], [false, true])
  const extra = { ...second.tokens.extra, client_secret: 'another' }
  const refused = await catchPlatformError(auth.revoke!({ ...second, tokens: { ...second.tokens, extra } }))
  assert.equal(refused.kind, 'invalid')
  assert.ok(!serializeError(refused).includes(second.tokens.access))
})

test('a code works once, and secrets that a server repeats do not appear in errors', async () => {
  const { back, exchange } = await grant('bob')
  await exchange()
  fake.echoes = true
  const error = await catchPlatformError(exchange())
  assert.equal(error.kind, 'auth')
  const { clientSecret } = back.handshake as { clientSecret: string }
  for (const secret of [back.code, back.codeVerifier, clientSecret]) assert.ok(!serializeError(error).includes(secret))
  const session = await signIn()
  fake.tokens.delete(session.tokens.access)
  const dead = await catchPlatformError(mastodon.checkHealth(session))
  assert.deepEqual([dead.kind, serializeError(dead).includes(session.tokens.access)], ['auth', false])
  fake.echoes = false
})

test('a status has its options', async () => {
  const session = await signIn()
  const options = { visibility: 'unlisted', spoiler_text: 'Careful', sensitive: true, language: 'de' }
  const { externalId, externalUrl } = await publish.mutate(
    session,
    await prepare(session, createAttempt('Hallo', options)),
  )
  const { visibility, spoiler_text, sensitive, language, url } = fake.statuses.get(externalId)
  assert.deepEqual({ visibility, spoiler_text, sensitive, language }, options)
  assert.equal(externalUrl, url)
})

test('pictures are uploaded whole, with their alternative texts', async () => {
  const session = await signIn()
  const media = [picture(), picture({ altText: 'Known', checksum: `sha256:${'1'.repeat(64)}` })]
  const attempt = await prepare(session, createAttempt('', { alt_texts: ['Ein „Punkt“'] }, media))
  const { externalId } = await publish.mutate(session, attempt)
  const shown: { id: string; description: string }[] = fake.statuses.get(externalId).media_attachments
  assert.deepEqual(
    shown.map(({ description }) => description),
    ['Ein „Punkt“', 'Known'],
  )
  assert.deepEqual(
    shown.map(({ id }) => fake.media.get(id).size),
    [70, 70],
  )
})

test('a post waits while the server processes its video, which is uploaded once', async () => {
  const session = await signIn()
  fake.mediaPolls = 1
  const attempt = createAttempt('Moving', {}, [videoFile()])
  const steps = [await publish.prepare(session, attempt, null)]
  const early = await catchPlatformError(publish.mutate(session, { ...attempt, prepared: steps[0]!.prepared }))
  assert.deepEqual([early.kind, early.rule], ['invalid', 'mastodon.validation'])
  while (steps.at(-1)?.retryAfterSeconds) steps.push(await publish.prepare(session, attempt, steps.at(-1)!.prepared))
  assert.equal(steps.length, 3)
  await publish.mutate(session, { ...attempt, prepared: steps.at(-1)!.prepared })
  const uploads = fake.requests.filter((request) => request.path === '/api/v2/media' && isRequestFrom(session)(request))
  assert.equal(uploads.length, 1)
  fake.mediaPolls = 0
})

test('media that cannot be processed are refused, and deleted ones are uploaded again', async () => {
  const session = await signIn()
  fake.mediaPolls = -1
  const attempt = createAttempt('Broken', {}, [videoFile()])
  const { prepared } = await publish.prepare(session, attempt, null)
  assert.equal(
    (await catchPlatformError(publish.prepare(session, attempt, prepared))).rule,
    'mastodon.media.processing',
  )
  fake.mediaPolls = 0
  fake.media.clear()
  const again = await publish.prepare(session, attempt, prepared)
  assert.equal(again.retryAfterSeconds, 3)
})

test('the same handle twice makes one status and returns it both times', async () => {
  const session = await signIn()
  const attempt = await prepare(session, createAttempt('Once'))
  const first = await publish.mutate(session, attempt)
  assert.deepEqual(await publish.mutate(session, attempt), first)
  assert.equal(own(session).length, 1)
})

for (const fault of ['hang_after', 'error_after', 'drop_after'] as const)
  test(`a status whose response is lost (${fault}) is found by its text, even on a server that forgets keys`, async () => {
    const session = await signIn()
    fake.forgetsKeys = true
    const twin = await prepare(session, createAttempt(`Lost & found 'by' ${fault}`))
    await publish.mutate(session, twin)
    const attempt = await prepare(session, createAttempt(twin.draft.text))
    fake.faults.push({ fault, matches: isRequestFrom(session) })
    assert.equal((await catchPlatformError(publish.mutate(session, attempt))).kind, 'ambiguous')
    const finding = await find(session, attempt)
    assert.ok(finding.state === 'published')
    assert.deepEqual(
      own(session).map(({ id }) => id),
      [((await find(session, twin)) as { post: { externalId: string } }).post.externalId, finding.post.externalId],
    )
    fake.forgetsKeys = false
  })

test('a status with media is found by its media, among many others', async () => {
  const session = await signIn()
  const attempt = await prepare(session, createAttempt('Same text', {}, [picture()]))
  for (let count = 0; count < 50; count++) await publish.mutate(session, attemptWith(`Same text ${count}`))
  await publish.mutate(session, attemptWith('Same text'))
  fake.faults.push({ fault: 'drop_after', matches: isRequestFrom(session, 'POST') })
  await catchPlatformError(publish.mutate(session, attempt))
  const finding = await find(session, attempt)
  assert.ok(finding.state === 'published')
  assert.equal(fake.statuses.get(finding.post.externalId).media_attachments.length, 1)
})

test('a status that never arrived is absent, but only after the server has had time', async () => {
  const session = await signIn()
  const attempt = await prepare(session, createAttempt('Never'))
  fake.faults.push({ fault: 'error_before', matches: isRequestFrom(session) })
  assert.equal((await catchPlatformError(publish.mutate(session, attempt))).kind, 'ambiguous')
  const early = { ...session, now: () => new Date(Date.now() + 5000) }
  assert.deepEqual(await find(early, attempt), { state: 'unknown' })
  assert.deepEqual(await find(session, attempt), { state: 'absent' })
})

test('a status that cannot be read may be ours: the post is not taken for absent, and the operator sees the response', async () => {
  const session = await signIn()
  const attempt = await prepare(session, createAttempt('Unreadable', { visibility: 'public' }))
  await publish.mutate(session, attempt)
  const { distorted, reported } = distort(session, '"visibility":"public"', '"visibility":null')
  const failure = await catchPlatformError(find(distorted, attempt))
  assert.deepEqual([failure.kind, failure.rule], ['unavailable', 'mastodon.response.unexpected'])
  assert.match(reported[0]?.field ?? '', /^\d+\.visibility$/)
})

test('a status whose media the server does not show is not taken for absent', async () => {
  const session = await signIn()
  const attempt = await prepare(session, createAttempt('Hidden media', {}, [picture()]))
  await publish.mutate(session, attempt)
  const { distorted } = distort(session, '"media_attachments"', '"attachments"')
  assert.deepEqual(await find(distorted, attempt), { state: 'unknown' })
})

test('a post whose response has no id may have been published, and is found', async () => {
  const session = await signIn()
  const attempt = await prepare(session, createAttempt('No id'))
  const { distorted, reported } = distort(session, /^\{"id":"\w+",/g, '{')
  const failure = await catchPlatformError(publish.mutate(distorted, attempt))
  assert.deepEqual([failure.kind, failure.rule], ['ambiguous', 'mastodon.response.unexpected'])
  assert.equal(reported[0]?.field, 'id')
  assert.equal((await find(session, attempt)).state, 'published')
})

test("a refusal has the server's message, and a missing permission signs no account out", async () => {
  const session = await signIn(mastodon.platform.auth.scopes.filter((scope) => scope !== 'write:statuses'))
  const attempt = await prepare(session, createAttempt('Not allowed'))
  const refused = await catchPlatformError(publish.mutate(session, attempt))
  assert.deepEqual([refused.kind, refused.rule], ['invalid', 'mastodon.scope_missing'])
  const other = await signIn()
  const long = await catchPlatformError(publish.mutate(other, await prepare(other, createAttempt('a'.repeat(501)))))
  assert.deepEqual([long.kind, long.rule], ['invalid', 'mastodon.validation'])
  assert.match(long.message, /limit of 500/)
})

test("a server's message is shortened and cleaned so that it can be stored", async () => {
  const body = { error: `N\0UL ${'a'.repeat(294)}\u{1f600}` }
  const instance = await serve(() => ({ status: 422, body }))
  const session = await signIn()
  const tokens = { ...session.tokens, extra: { ...session.tokens.extra, instance } }
  const error = await catchPlatformError(mastodon.checkHealth({ ...session, tokens }))
  for (const said of [error.message, error.platformResponse?.message ?? '\0'])
    assert.ok(said.isWellFormed() && !said.includes('\0') && said.startsWith('NUL'), JSON.stringify(said))
})

test("a rate limit says how long to wait, by the server's clock", async () => {
  const session = await signIn()
  fake.throttled = 1
  const error = await catchPlatformError(mastodon.checkHealth(session))
  assert.equal(error.kind, 'rate_limited')
  assert.ok(error.retryAfterSeconds && Math.abs(error.retryAfterSeconds - 90) <= 1, String(error.retryAfterSeconds))
})

test('counts are read twenty at a time; unreported ones are left out, and a deleted status has none', async () => {
  const session = await signIn()
  const ids: string[] = []
  for (let count = 0; count < 25; count++)
    ids.push((await publish.mutate(session, attemptWith(`Count ${count}`))).externalId)
  Object.assign(fake.statuses.get(ids[0]!), { favourites_count: 3, reblogs_count: 2, replies_count: 1 })
  await unpublish(session, ids[1]!)
  await unpublish(session, ids[1]!)
  const read = await metrics.posts.read(session, ids)
  assert.equal(read.length, 24)
  assert.deepEqual(read[0], { externalId: ids[0], metrics: { likes: 3, comments: 1, shares: 2, quotes: 0 } })
  const today = session.now().toISOString().slice(0, 10)
  assert.deepEqual(await metrics.account.daily(session, { since: today, until: today }), [
    { metric: 'followers', date: today, value: 0 },
    { metric: 'posts', date: today, value: 24 },
  ])
  delete fake.statuses.get(ids[2]!).favourites_count
  const [partly] = await metrics.posts.read(session, [ids[2]!])
  assert.deepEqual(partly?.metrics, { comments: 0, shares: 0, quotes: 0 })
})

test('a suspended account is a health error', async () => {
  const session = await signIn()
  fake.people.get(session.identity.externalId.split('@')[0]!)!.suspended = true
  assert.equal((await mastodon.checkHealth(session)).issues[0]?.severity, 'error')
  assert.equal((await auth.listEntities(session))[0]?.selectable, false)
})

test('links count with one length and mentions without their server, as the server counts', () => {
  const check = (text: string, options = {}) =>
    mastodon.validate({ text, media: [], options }, { kind: 'account', metadata: {} }).map(({ rule }) => rule)
  assert.deepEqual(check(`${'a'.repeat(476)} https://example.com/${'b'.repeat(200)}`), [])
  assert.deepEqual(check(`${'a'.repeat(477)} https://example.com/`), ['mastodon.text.max_graphemes'])
  assert.deepEqual(check(`${'a'.repeat(493)} @alice@mastodon.example`), [])
  assert.deepEqual(check('a'.repeat(490), { spoiler_text: 'b'.repeat(11) }), ['mastodon.text.max_graphemes'])
})

test('alternative texts are counted in characters, whether they come with the post or with the medium', () => {
  const check = (altText: string | null, options: object, limits: Record<string, number> = {}) =>
    mastodon
      .validate(
        { text: '', media: [picture({ altText })], options: { ...options } },
        { kind: 'account', metadata: { limits } },
      )
      .map(({ rule, path }) => [rule, ...path].join(' '))
  const flag = '\u{1f1e9}\u{1f1ea}'
  assert.deepEqual(check(null, { alt_texts: [flag.repeat(750)] }), [])
  assert.deepEqual(check(null, { alt_texts: [flag.repeat(751)] }), [
    'mastodon.alt_texts.max_characters options alt_texts 0',
  ])
  assert.deepEqual(check('a'.repeat(101), {}, { description_max: 100 }), [
    'mastodon.alt_texts.max_characters media_ids 0',
  ])
  assert.deepEqual(check(null, {}, { description_min: 10 }), ['mastodon.alt_texts.min_characters media_ids 0'])
})

test('a server may describe itself in part, in the older form, or not at all', async () => {
  const session = await signIn()
  const older = {
    uri: 'old.example',
    version: '2.7.2 (compatible; Pleroma 2.6.0)',
    max_toot_chars: 5000,
    description_limit: 800,
  }
  const described = async (descriptions: typeof fake.descriptions) => {
    fake.descriptions = descriptions
    const [entity] = await auth.listEntities(session)
    fake.descriptions = null
    return entity?.metadata as { software: string; limits?: object }
  }
  const old = await described({ 1: older })
  assert.deepEqual([old.software, old.limits], ['pleroma', { max_characters: 5000, description_max: 800 }])
  const bare = await described({ 2: { version: '0.20.1', configuration: { statuses: null, media_attachments: {} } } })
  assert.deepEqual([bare.software, bare.limits], ['unknown', {}])
  const odd = await described({
    2: {
      version: '4.2.1',
      source_url: 'https://example.com/forks/hometown',
      configuration: { statuses: { max_characters: '500' } },
    },
  })
  assert.deepEqual([odd.software, odd.limits], ['hometown', {}])
  assert.deepEqual((await described({}))?.software, 'unknown')
  assert.equal((await described(null))?.software, 'mastodon')
})

test('a server that claims to accept any length does not make us count without end', async () => {
  const limits = { max_characters: 1e12, characters_per_url: -1 }
  const check = (text: string) =>
    mastodon.validate({ text, media: [], options: {} }, { kind: 'account', metadata: { limits } })
  for (const part of ['a', '@a', '@a@', '-', ' https://a']) {
    const ms = await processorMs(() => check(`@${part.repeat(1_000_000 / part.length)}`))
    assert.ok(ms < 5000, `${part}: ${ms} ms`)
  }
  assert.deepEqual(check('See https://example.com'), [])
})

test('HTML becomes plain text', () => {
  assert.equal(toPlainText('<p>A &amp; B<br />C</p><p>&lt;D&gt; &#39;E&#x27;</p>'), "A & B\nC\n\n<D> 'E'")
  assert.equal(toPlainText('<p>1 < 2<br>3 &gt; 2 <a title="a<b">c</a> 4 < 5'), '1 < 2\n3 > 2 c 4 < 5')
})

test('block elements of HTML become lines', () => {
  const list = '<p>To do:</p>\n<ul>\n<li>one <em>and</em> two</li>\n<li>three</li>\n</ul>'
  assert.equal(toPlainText(list), 'To do:\n\none and two\nthree')
  const blocks = '<h2>Title</h2><blockquote><p>Quoted\nline</p></blockquote><pre>a\n  b</pre><div>c</div><div>d</div>'
  assert.equal(toPlainText(blocks), 'Title\n\nQuoted line\n\na\n  b\n\nc\nd')
})

test('HTML of a hostile server is read in linear time', async () => {
  for (const part of ['<', '<p', '</p><p', '<br ', '&', '&#1', '</p> ', '\n ', '<pre>']) {
    const ms = await processorMs(() => toPlainText(part.repeat(1_048_576 / part.length)))
    assert.ok(ms < 5000, `${part}: ${ms} ms`)
  }
})

// Must be the last test: by now every kind of request has been made.
test('every request matches the description of the API', { skip }, () => {
  const check = readMastodonDescription()
  const [some] = fake.requests.filter(({ path }) => path === '/api/v1/statuses')
  assert.ok(some && check({ ...some, json: { status: 7 } }).length > 0, 'a wrong one would be seen')
  assert.ok(check({ ...some, json: { status: 'a', mood: 'odd' } }).length > 0)
  assert.ok(check({ ...some, query: new URLSearchParams({ odd: '1' }) }).length > 0)
  assert.deepEqual([...new Set(fake.requests.flatMap((request) => check(request)))], [])
  assert.ok(new Set(fake.requests.map(({ method, path }) => `${method} ${path.replaceAll(/\d+/g, '')}`)).size >= 10)
})
