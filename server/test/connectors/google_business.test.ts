import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { connector as googleBusiness } from '../../src/connectors/google_business/connector.ts'
import type { CommittedAttempt } from '../../src/connectors/publish.ts'
import type { Session, UnexpectedShape } from '../../src/connectors/session.ts'
import { readAll } from '../support/connectors/fixture.ts'
import {
  changeResponses,
  isRequestFrom,
  startGoogleBusiness,
  startSignIn,
} from '../support/connectors/google_business.ts'
import { catchPlatformError, picture } from '../support/connectors/loopback.ts'
import { bootWithGoogle } from '../support/google-scene.ts'
import { jpeg } from '../support/media-samples.ts'

const { publish, reviews, metrics, auth } = googleBusiness
assert.ok(publish?.find && reviews?.deleteReply && metrics && auth.oauth && auth.refresh)
const { find } = publish
const { fake, call, signIn } = await startGoogleBusiness()
const { deleteReply } = reviews
const { renew } = auth.refresh

let handles = 0
async function prepared(
  session: Session,
  text: string,
  options = {},
  media = [] as CommittedAttempt['draft']['media'],
) {
  const moment = new Date()
  const attempt = { draft: { text, media, options }, handle: `tgt_${handles++}`, createdAt: moment, intentAt: moment }
  const step = await publish!.prepare(session, attempt, null)
  return { ...attempt, prepared: step.prepared }
}
const listLocationPosts = ({ entity }: Session) =>
  [...fake.posts.values()].filter(({ name }) => name.startsWith(entity.externalId))
const rules = (text: string, options: object, metadata = {}) =>
  googleBusiness
    .validate({ text, media: [], options: options as Record<string, unknown> }, { kind: 'location', metadata })
    .map(({ rule, path }) => `${rule} ${path.at(-1)}`)

test('every location of every account can be chosen, over all pages, except those that are not verified', async () => {
  const session = await signIn()
  const { externalId: person } = session.identity
  const titles = Array.from({ length: 120 }, (_, at) => `Shop ${at}`)
  for (let count = 0; count < 24; count++) fake.addAccount(person, [])
  fake.addAccount(person, titles)
  fake.addAccount(person, ['New shop'], { hasVoiceOfMerchant: false })
  const entities = await auth.listEntities(session)
  assert.equal(entities.length, 122)
  const last = entities.at(-1)
  assert.deepEqual([last?.name, last?.selectable], ['New shop', false])
  assert.match(last?.unselectableReason ?? '', /not verified/)
  assert.match(entities[0]?.externalId ?? '', /^accounts\/\d+\/locations\/\d+$/)
  assert.equal(entities[0]?.metadata['address'], 'Example street 1, Berlin, DE')
})

test('a person who unticks a permission gets an error that names it, and no account is created', async () => {
  const finish = await startSignIn(googleBusiness, fake, call, 'careful@example.com')
  const error = await catchPlatformError(finish(['https://www.googleapis.com/auth/business.manage']))
  assert.deepEqual([error.kind, error.rule], ['invalid', 'google_business.scope.missing'])
  assert.match(error.remediation ?? '', /tick every box/)
})

test('a refresh token is issued once and stays in use; its end is known while the app is in testing', async () => {
  const session = await signIn()
  assert.ok(session.tokens.refresh)
  assert.equal(session.tokens.reauthAt, null)
  const renewed = await renew(session)
  assert.equal(renewed.refresh, undefined)
  assert.ok(renewed.expiresAt && renewed.expiresAt.getTime() > Date.now() + 3_000_000)
  fake.isInTesting = true
  const { tokens } = await signIn()
  fake.isInTesting = false
  const days = ((tokens.reauthAt?.getTime() ?? 0) - Date.now()) / 86_400_000
  assert.ok(days > 6.9 && days <= 7, String(days))
  assert.deepEqual((await renew({ ...session, tokens })).reauthAt, tokens.reauthAt, 'a renewal keeps it')
})

test('each class of error has its kind, rule and remediation, and repeats no secret', async () => {
  const session = await signIn()
  const health = () => catchPlatformError(googleBusiness.checkHealth(session))
  fake.throttled = 1
  const busy = await health()
  assert.deepEqual([busy.kind, busy.rule, busy.retryAfterSeconds], ['rate_limited', 'google_business.quota.rate', 60])
  fake.hasNoQuota = true
  const unapproved = await health()
  fake.hasNoQuota = false
  assert.deepEqual([unapproved.kind, unapproved.rule], ['invalid', 'google_business.api.not_approved'])
  const wrong = await catchPlatformError(publish.mutate(session, await prepared(session, 'a'.repeat(1501))))
  assert.deepEqual([wrong.kind, wrong.rule], ['invalid', 'google_business.request.invalid'])
  assert.deepEqual(wrong.platformResponse?.code, 'INVALID_ARGUMENT')
  const missing = { ...session, entity: { ...session.entity, externalId: 'accounts/1/locations/1' } }
  const gone = await catchPlatformError(reviews.list(missing, { cursor: null }))
  assert.deepEqual([gone.kind, gone.rule], ['invalid', 'google_business.resource.not_found'])
  assert.equal((await googleBusiness.checkHealth(missing)).issues[0]?.code, 'google_business_location_gone')
  fake.withdraw(session.identity.externalId)
  const dead = await health()
  assert.deepEqual([dead.kind, dead.rule], ['auth', 'google_business.sign_in.ended'])
  assert.ok(!JSON.stringify(dead.platformResponse).includes(session.tokens.access), 'Google repeated the token')
  assert.equal((await catchPlatformError(renew(session))).kind, 'auth')
})

test('an event and an offer carry their schedule, button and code', async () => {
  const session = await signIn()
  const event = { kind: 'event', start_date: '2026-10-31', start_time: '09:00', call_to_action: 'book' }
  const party = await prepared(session, 'Party!\nCome in.', { ...event, call_to_action_url: 'https://example.com/b' })
  await publish.mutate(session, party)
  const offer = { kind: 'offer', title: 'Two for one', start_date: '2026-10-01', end_date: '2026-10-05' }
  const more = { coupon_code: 'TWO', redeem_url: 'https://example.com/r', terms: 'While it lasts', language: 'de' }
  await publish.mutate(session, await prepared(session, 'Buy two', { ...offer, ...more }))
  const [first, second] = listLocationPosts(session)
  assert.deepEqual(first.event, {
    title: 'Party!',
    schedule: {
      startDate: { year: 2026, month: 10, day: 31 },
      startTime: { hours: 9 },
      endDate: { year: 2026, month: 10, day: 31 },
      endTime: { hours: 23, minutes: 59 },
    },
  })
  assert.deepEqual([first.callToAction.actionType, first.languageCode], ['BOOK', 'en'], 'the language of the location')
  const { couponCode, redeemOnlineUrl, termsConditions } = second.offer
  assert.deepEqual([couponCode, redeemOnlineUrl, termsConditions], ['TWO', more.redeem_url, 'While it lasts'])
  assert.deepEqual([second.topicType, second.languageCode, second.event.title], ['OFFER', 'de', 'Two for one'])
  assert.equal((await find(session, party)).state, 'published', 'Google leaves out fields that are zero')
})

test('options that do not fit together are refused before anything is sent', () => {
  assert.deepEqual(rules('a', { kind: 'event' }), ['google_business.event.no_start start_date'])
  const late = { kind: 'offer', start_date: '2026-02-28', end_date: '2026-02-27' }
  assert.deepEqual(rules('a', late), ['google_business.event.ends_first end_date'])
  const february = { kind: 'event', start_date: '2026-02-30' }
  assert.deepEqual(rules('a', february), ['google_business.event.no_such_day start_date'])
  assert.deepEqual(rules('a', { coupon_code: 'X', title: 'T' }), [
    'google_business.option.misplaced title',
    'google_business.option.misplaced coupon_code',
  ])
  assert.deepEqual(rules('a', { call_to_action: 'shop' }), ['google_business.button.no_url call_to_action_url'])
  assert.deepEqual(rules('a', { call_to_action: 'call', call_to_action_url: 'https://example.com' }), [
    'google_business.button.no_place call_to_action_url',
  ])
  assert.deepEqual(rules('a', {}, { can_post: false }), ['google_business.location.no_posts content'])
  const small = { id: 'm', mime: 'image/png', bytes: 100, width: 10, height: 900, durationSeconds: null, altText: null }
  const draft = { text: 'a', media: [small], options: {} }
  assert.deepEqual(
    googleBusiness.validate(draft, { kind: '', metadata: {} }).map(({ rule }) => rule),
    ['google_business.image.min_bytes', 'google_business.image.min_side'],
  )
})

test('a post is processing while Google checks it, and fails when Google rejects it', async () => {
  const session = await signIn()
  fake.newPostState = 'PROCESSING'
  const attempt = await prepared(session, 'Slowly')
  const { externalId, isProcessing } = await publish.mutate(session, attempt)
  assert.equal(isProcessing, true)
  const during = await find(session, attempt)
  assert.ok(during.state === 'published' && during.post.isProcessing)
  fake.posts.get(externalId).state = 'LIVE'
  const after = await find(session, attempt)
  assert.ok(after.state === 'published' && !after.post.isProcessing && after.post.externalUrl)
  fake.posts.get(externalId).state = 'REJECTED'
  const finding = await find(session, attempt)
  assert.ok(finding.state === 'failed' && finding.rule === 'google_business.post.rejected')
  assert.equal((await find(session, { ...attempt, externalId })).state, 'failed')
  fake.posts.delete(externalId)
  const gone = await find(session, { ...attempt, externalId })
  assert.ok(gone.state === 'failed' && gone.rule === 'google_business.post.gone')
  fake.newPostState = 'REJECTED'
  const refused = await catchPlatformError(publish.mutate(session, await prepared(session, 'Badly')))
  fake.newPostState = 'LIVE'
  assert.deepEqual([refused.kind, refused.rule], ['invalid', 'google_business.post.rejected'])
})

test('a post whose response was lost is found among 250 others, and a similar post is not mistaken for it', async () => {
  const session = await signIn()
  const options = { call_to_action: 'shop', call_to_action_url: 'https://example.com/a' }
  const attempt = await prepared(session, 'Same text', options)
  for (let count = 0; count < 125; count++) await publish.mutate(session, await prepared(session, `Same text ${count}`))
  await publish.mutate(session, await prepared(session, 'Same text'))
  const other = { ...options, call_to_action_url: 'https://example.com/b' }
  await publish.mutate(session, await prepared(session, 'Same text', other))
  assert.deepEqual(await find(session, attempt), { state: 'absent' })
  fake.faults.push({ fault: 'drop_after', matches: isRequestFrom(session, 'POST') })
  assert.equal((await catchPlatformError(publish.mutate(session, attempt))).kind, 'ambiguous')
  for (let count = 0; count < 125; count++) await publish.mutate(session, await prepared(session, `Later ${count}`))
  const finding = await find(session, attempt)
  assert.ok(finding.state === 'published')
  assert.equal(fake.posts.get(finding.post.externalId).callToAction.url, 'https://example.com/a')
  const elsewhere = { ...attempt, belongsToOtherTarget: async (id: string) => id === finding.post.externalId }
  assert.deepEqual(await find(session, elsewhere), { state: 'absent' })
  const later = { ...attempt, intentAt: new Date(Date.now() + 3_600_000) }
  assert.deepEqual(await find(session, later), { state: 'absent' }, 'an older post is not ours')
})

test('a listed post that cannot be read is not taken for absent, and the operator sees the response', async () => {
  const session = await signIn()
  const attempt = await prepared(session, 'Unreadable')
  await publish.mutate(session, attempt)
  const fields: string[] = []
  const report = ({ field }: UnexpectedShape) => void fields.push(field)
  for (const [from, to] of [
    ['"Unreadable"', '{}'],
    ['"createTime"', '"madeAt"'],
  ] as const) {
    const error = await catchPlatformError(find(changeResponses({ ...session, report }, from, to), attempt))
    assert.deepEqual([error.kind, error.rule], ['unavailable', 'google_business.response.unexpected'])
  }
  assert.deepEqual(fields, ['localPosts.0.summary', 'localPosts.0.createTime'])
})

test('a created post without a name has an unknown outcome', async () => {
  const session = await signIn()
  const unnamed = changeResponses(session, '"name"', '"title"')
  const error = await catchPlatformError(publish.mutate(unnamed, await prepared(session, 'Unnamed')))
  assert.deepEqual([error.kind, error.rule], ['ambiguous', 'google_business.response.unexpected'])
})

test('a post is not taken for absent before the whole list was read', async () => {
  const session = await signIn()
  const attempt = await prepared(session, 'Long list')
  const other = await publish.mutate(session, attempt)
  const pageMore = changeResponses(session, /^\{/, '{"nextPageToken":"after-0",')
  const belongsToOtherTarget = async (id: string) => id === other.externalId
  assert.deepEqual(await find(pageMore, { ...attempt, belongsToOtherTarget }), { state: 'unknown' })
})

test('two posts that differ only in their photo are distinguished when Google returns its address', async () => {
  const session = await signIn()
  const withPhoto = (url: string) => prepared(session, 'Look', {}, [picture({ publicUrl: async () => url })])
  const first = await withPhoto('https://example.com/photo?token=1')
  const second = await withPhoto('https://example.com/photo?token=2')
  await publish.mutate(session, first)
  assert.deepEqual(await find(session, second), { state: 'absent' })
  assert.equal((await find(session, first)).state, 'published')
  fake.hidesSourceUrls = true
  assert.equal((await find(session, first)).state, 'published', 'a photo without an address may be the same one')
  fake.hidesSourceUrls = false
  const late = { ...session, now: () => new Date(Date.now() + 3_600_000) }
  const again = await publish.prepare(late, first, first.prepared)
  assert.notDeepEqual(again.prepared, first.prepared, 'an address that may have expired is replaced')
})

test('reviews are read newest first over all pages, and later reads return only changed reviews', async () => {
  const session = await signIn()
  const location = session.entity.externalId
  let moment = Date.now() - 1_000_000
  fake.now = () => new Date((moment += 1000))
  const names = Array.from({ length: 120 }, (_, at) => fake.addReview(location, { comment: `Review ${at}` }))
  fake.addReview(location, { starRating: 'TWO', reviewer: { isAnonymous: true } })
  const { items, cursor } = await readAll((since) => reviews.list(session, since))
  assert.equal(new Set(items.map(({ externalId }) => externalId)).size, 121)
  assert.deepEqual([items[0]?.rating, items[0]?.body, items[0]?.author.name], [2, null, null])
  assert.deepEqual([items[1]?.rating, items[1]?.entityExternalId], [5, location])
  const known = await readAll((since) => reviews.list(session, since), cursor)
  assert.deepEqual([known.items.length, known.cursor], [1, cursor], 'only the newest review is returned again')
  Object.assign(fake.reviews.get(names[3]!), { comment: 'Changed', updateTime: fake.now().toISOString() })
  const fresh = Array.from({ length: 70 }, () => fake.addReview(location))
  const news = await readAll((since) => reviews.list(session, since), known.cursor)
  assert.equal(news.items.length, 72)
  assert.ok(fresh.every((name) => news.items.some(({ externalId }) => externalId === name)))
  assert.ok(news.items.some(({ body }) => body === 'Changed'))
  fake.now = () => new Date()
})

test('an expired page token restarts the read, and no review is missed', async () => {
  const session = await signIn()
  const location = session.entity.externalId
  for (let count = 0; count < 60; count++) fake.addReview(location)
  const first = await reviews.list(session, { cursor: null })
  assert.equal(first.hasMore, true)
  const stale = JSON.stringify({ ...JSON.parse(first.cursor ?? ''), page: 'no longer known' })
  const { items } = await readAll((since) => reviews.list(session, since), stale)
  assert.equal(new Set(items.map(({ externalId }) => externalId)).size, 60)
})

test('a location without reviews is read again from the start, and its first review arrives', async () => {
  const session = await signIn()
  const empty = await reviews.list(session, { cursor: null })
  assert.deepEqual([empty.items, empty.hasMore], [[], false])
  const name = fake.addReview(session.entity.externalId)
  const { items } = await readAll((since) => reviews.list(session, since), empty.cursor)
  assert.deepEqual([items.length, items[0]?.externalId], [1, name])
  const { rule } = await catchPlatformError(reviews.reply(session, name, 'ü'.repeat(2049)))
  assert.equal(rule, 'google_business.reply.max_bytes')
  await deleteReply(session, name)
})

test('daily metrics are summed under our names; days that Google has not reported have no point', async () => {
  const session = await signIn()
  const location = session.entity.externalId.slice(session.entity.externalId.indexOf('locations/'))
  const set = (metric: string, day: string, value: number) =>
    fake.values.set(`${location} ${metric} ${day}`, `${value}`)
  set('BUSINESS_IMPRESSIONS_DESKTOP_MAPS', '2026-01-10', 3)
  set('BUSINESS_IMPRESSIONS_MOBILE_SEARCH', '2026-01-10', 4)
  set('WEBSITE_CLICKS', '2026-01-10', 2)
  set('BUSINESS_DIRECTION_REQUESTS', '2026-01-10', 5)
  set('CALL_CLICKS', '2026-01-12', 1)
  const points = await metrics.account.daily(session, { since: '2026-01-10', until: '2026-01-14' })
  const of = (day: string) =>
    Object.fromEntries(points.filter(({ date }) => date === day).map(({ metric, value }) => [metric, value]))
  assert.deepEqual(of('2026-01-10'), { impressions: 7, clicks: 2, engagements: 7 })
  assert.deepEqual(of('2026-01-11'), { impressions: 0, clicks: 0, engagements: 0 })
  assert.deepEqual(of('2026-01-12'), { impressions: 0, clicks: 1, engagements: 1 })
  assert.deepEqual([of('2026-01-13'), of('2026-01-14')], [{}, {}])
  assert.ok(Object.keys(of('2026-01-03')).length > 0, 'late corrections of earlier days are read too')
})

test('through the API: connect, publish with a photo, a lost response, reviews, reply, metrics, events', async () => {
  const world = await bootWithGoogle(fake, 'google_business')
  const { live, ctx, pass, listEvents } = world
  fake.now = () => ctx.clock.now()
  const sub = createHash('sha256').update('owner@example.com').digest('hex').slice(0, 21)
  fake.addAccount(sub, ['Corner shop', 'Harbour shop'])
  const account = await world.connect('owner@example.com')
  const location = account.active_entity.external_id
  assert.deepEqual(
    [account.status, account.display_name, account.username],
    ['connected', 'owner', 'owner@example.com'],
  )

  const photo = await world.ingest('image/jpeg', jpeg(800, 600, { padding: 20_000 }))
  const targets = [{ account_id: account.id, options: { call_to_action: 'call' } }]
  const bad = await live('POST', '/v1/posts/validate', {
    content: '',
    targets: [{ account_id: account.id, options: { kind: 'event' } }],
  })
  assert.match(bad.text, /google_business\.event\.no_start/)
  fake.newPostState = 'PROCESSING'
  const post = await world.post({ content: 'Open today', media_ids: [photo], targets })
  const [shown] = [...fake.posts.values()].filter(({ name }) => name.startsWith(location))
  const { pathname, search } = new URL(shown.media[0].sourceUrl)
  const fetched = await fetch(`${world.url}${pathname}${search}`)
  assert.deepEqual([fetched.status, fetched.headers.get('content-type')], [200, 'image/jpeg'], 'Google can fetch it')
  assert.equal((await post()).targets[0].status, 'processing')
  shown.state = 'LIVE'
  fake.newPostState = 'LIVE'
  await pass(60)
  const published = (await post()).targets[0]
  assert.deepEqual([published.status, published.external_id], ['published', shown.name])
  assert.equal(published.external_url, shown.searchUrl)
  assert.equal((await listEvents('post.published')).length, 1)

  fake.faults.push({
    fault: 'drop_after',
    matches: ({ method, path }) => method === 'POST' && path.endsWith('/localPosts'),
  })
  const lost = await world.post({ content: 'Once only', targets })
  assert.equal((await lost()).targets[0].status, 'unconfirmed')
  await pass(60)
  assert.equal((await lost()).targets[0].status, 'published')
  assert.equal([...fake.posts.values()].filter(({ summary }) => summary === 'Once only').length, 1)

  fake.addReview(location, { comment: 'Lovely', starRating: 'FOUR' })
  await pass(300)
  const [review] = (await live('GET', '/v1/reviews')).body.data
  assert.deepEqual([review.rating, review.body, review.author.name], [4, 'Lovely', 'Visitor'])
  assert.deepEqual(
    (await listEvents('review.new')).map((data) => data.review.id),
    [review.id],
  )
  const reply = await live('PUT', `/v1/reviews/${review.id}/reply`, { body: 'Thank you' })
  assert.equal(reply.status, 200, reply.text)
  assert.equal(fake.reviews.get(review.external_id).reviewReply.comment, 'Thank you')
  assert.equal((await live('DELETE', `/v1/reviews/${review.id}/reply`)).status, 200)
  assert.equal(fake.reviews.get(review.external_id).reviewReply, undefined)

  const yesterday = new Date(ctx.clock.now().getTime() - 86_400_000).toISOString().slice(0, 10)
  fake.values.set(`${location.slice(location.indexOf('locations/'))} WEBSITE_CLICKS ${yesterday}`, '9')
  await pass(86_400)
  const { body: figures } = await live('GET', `/v1/accounts/${account.id}/analytics`)
  const clicks = figures.series.find(({ metric }: { metric: string }) => metric === 'clicks').points
  assert.ok(clicks.some(({ date, value }: { date: string; value: number }) => date === yesterday && value === 9))

  assert.equal((await live('POST', `/v1/posts/${(await post()).id}/unpublish`, {})).status, 200)
  assert.equal(fake.posts.has(shown.name), false)

  const twice = createHash('sha256').update('twice@example.com').digest('hex').slice(0, 21)
  fake.addAccount(twice, ['Twin shop'])
  const twins = [await world.connect('twice@example.com'), await world.connect('twice@example.com')]
  for (const [at, { id }] of twins.entries()) {
    assert.equal((await live('DELETE', `/v1/accounts/${id}`)).status, 200)
    await pass(1)
    const left = [...fake.refresh.values()].filter(({ person }) => person.sub === twice)
    assert.equal(
      left.length,
      at === 0 ? 2 : 0,
      'Google ends all sign-ins of a person at once, so only the last one is withdrawn',
    )
  }

  fake.withdraw(sub)
  await pass(86_400)
  assert.equal((await live('GET', `/v1/accounts/${account.id}`)).body.status, 'reauth_required')
  assert.equal((await listEvents('account.disconnected')).length, 1 + twins.length)
})
