import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import type { Session } from '../../src/connectors/session.ts'
import { connector as youtube } from '../../src/connectors/youtube/connector.ts'
import { readAll } from '../support/connectors/fixture.ts'
import { changeResponses, isRequestFrom } from '../support/connectors/google_business.ts'
import { catchPlatformError } from '../support/connectors/loopback.ts'
import { createAttempt, prepare, startYouTube } from '../support/connectors/youtube.ts'
import { bootWithGoogle } from '../support/google-scene.ts'
import { movie } from '../support/media-samples.ts'

const { publish, comments, metrics } = youtube
assert.ok(publish && comments?.findReply && comments.onPost && comments.delete && metrics)
const { onPost, findReply, delete: deleteComment } = comments
const { fake, signIn } = await startYouTube()

const upload = async (session: Session, text: string) =>
  publish.mutate(session, await prepare(session, createAttempt(text)))

test('comments are read once over all pages, with the replies of long threads; an idle read costs one unit', async () => {
  const session = await signIn()
  const { externalId: video } = await upload(session, 'Talk')
  const list = (since: { cursor: string | null }) => comments.list(session, { ...since, posts: [] })
  let moment = Date.now()
  fake.now = () => new Date((moment += 1000))
  const threads = Array.from({ length: 130 }, (_, at) => fake.addComment(video, `Comment ${at}`))
  const replies = Array.from({ length: 8 }, (_, at) => fake.addComment(video, `Reply ${at}`, { parent: threads[129]! }))
  const first = await readAll(list)
  assert.equal(new Set(first.items.map(({ externalId }) => externalId)).size, 138)
  const reply = first.items.find(({ externalId }) => externalId === replies[0])
  assert.deepEqual([reply?.parentExternalId, reply?.mediaExternalId, reply?.isOwn], [threads[129], video, false])
  const before = fake.spent
  const idle = await readAll(list, first.cursor)
  assert.equal(fake.spent - before, 1)
  assert.ok(idle.items.length <= 1)
  const late = fake.addComment(video, 'Late', { parent: threads[129]! })
  const own = await comments.reply(session, { externalId: late, mediaExternalId: video }, { body: 'Ours', handle: 'h' })
  assert.equal(own.parentExternalId, threads[129], 'a reply to a reply goes into its thread')
  const fresh = fake.addComment(video, 'Fresh')
  const news = await readAll(list, idle.cursor)
  const found = new Set(news.items.map(({ externalId }) => externalId))
  assert.ok([late, own.externalId, fresh].every((id) => found.has(id)))
  const stale = JSON.stringify({ ...JSON.parse(news.cursor ?? ''), page: 'no longer known' })
  assert.ok((await readAll(list, stale)).items.length >= 1)
  fake.now = () => new Date()
})

test('comments of the account are deleted, comments of others are rejected', async () => {
  const session = await signIn()
  const { externalId: video } = await upload(session, 'Moderated')
  const theirs = fake.addComment(video, 'Spam')
  const ours = await onPost(session, video, { body: 'Welcome', handle: 'h' })
  await deleteComment(session, theirs)
  await deleteComment(session, ours.externalId)
  await deleteComment(session, theirs)
  assert.equal(fake.comments.get(theirs).status, 'rejected')
  assert.equal(fake.comments.has(ours.externalId), false)
  fake.videos.get(video).hasNoComments = true
  const closed = await catchPlatformError(onPost(session, video, { body: 'Closed', handle: 'h' }))
  assert.deepEqual([closed.kind, closed.rule], ['invalid', 'youtube.comments.disabled'])
})

test('a reply whose response was lost is found; a reply that never arrived is missing only after a minute', async () => {
  const session = await signIn()
  const { externalId: video } = await upload(session, 'Lost replies')
  const to = { externalId: fake.addComment(video, 'Hello?'), mediaExternalId: video }
  const intentAt = new Date()
  fake.faults.push({ fault: 'drop_after', matches: isRequestFrom(session, 'POST') })
  assert.equal(
    (await catchPlatformError(comments.reply(session, to, { body: 'Hello!', handle: 'h' }))).kind,
    'ambiguous',
  )
  const found = await findReply(session, to, { body: 'Hello!', handle: 'h', intentAt, otherIds: [] })
  assert.ok(found?.isOwn)
  const other = { body: 'Hello!', handle: 'h', intentAt, otherIds: [found.externalId] }
  assert.equal((await catchPlatformError(findReply(session, to, other))).kind, 'unavailable')
  const later = { ...session, now: () => new Date(Date.now() + 61_000) }
  assert.equal(await findReply(later, to, other), undefined)
})

test('a listed reply that cannot be read is not taken for absent', async () => {
  const session = await signIn()
  const { externalId: video } = await upload(session, 'Unreadable replies')
  const to = { externalId: fake.addComment(video, 'Hello?'), mediaExternalId: video }
  const reply = { body: 'Hello!', handle: 'h', intentAt: new Date(), otherIds: [] }
  await comments.reply(session, to, reply)
  const later = { ...session, now: () => new Date(Date.now() + 61_000) }
  for (const [from, unreadable] of [
    ['"textOriginal":"Hello!"', '"textOriginal":{}'],
    ['"publishedAt"', '"madeAt"'],
  ] as const) {
    const error = await catchPlatformError(findReply(changeResponses(later, from, unreadable), to, reply))
    assert.deepEqual([error.kind, error.rule], ['unavailable', 'youtube.response.unexpected'])
  }
})

test('metrics are read by day and by video; a hidden number of subscribers is unknown', async () => {
  const session = await signIn({ subscribers: 42 })
  const channel = session.entity.externalId
  const ids: string[] = []
  for (let count = 0; count < 52; count++) ids.push((await upload(session, `Video ${count}`)).externalId)
  fake.videos.get(ids[0]!).statistics = { viewCount: '7', likeCount: '3' }
  const read = await metrics.posts.read(session, [...ids, 'gone'])
  assert.equal(read.length, 52)
  assert.deepEqual(read[0], { externalId: ids[0], metrics: { views: 7, likes: 3 } }, 'comments are turned off')
  fake.days.set(`${channel} 2026-01-10`, [100, 5, 2, 1])
  const today = new Date().toISOString().slice(0, 10)
  const points = await metrics.account.daily(session, { since: '2026-01-12', until: today })
  assert.deepEqual(points, [
    { metric: 'views', date: '2026-01-10', value: 100 },
    { metric: 'engagements', date: '2026-01-10', value: 8 },
    { metric: 'followers', date: today, value: 42 },
    { metric: 'posts', date: today, value: 52 },
  ])
  fake.channels.get(channel).hidesSubscribers = true
  const hidden = await metrics.account.daily(session, { since: today, until: today })
  assert.deepEqual(
    hidden.map(({ metric }) => metric),
    ['posts'],
  )
})

test('through the API: connect, upload, a lost response, first comment, moderation, reply, metrics, events', async () => {
  const world = await bootWithGoogle(fake, 'youtube')
  const { live, ctx, pass, listEvents } = world
  fake.now = () => ctx.clock.now()
  const sub = createHash('sha256').update('studio@example.com').digest('hex').slice(0, 21)
  const channel = fake.addChannel(sub, 'Studio')
  const account = await world.connect('studio@example.com')
  assert.deepEqual([account.status, account.active_entity.external_id], ['connected', channel])

  const film = movie({ mdatBytes: 700_000 })
  const video = await world.ingest('video/mp4', film)
  const targets = [{ account_id: account.id, options: { title: 'A film', tags: ['film'] } }]
  const bad = await live('POST', '/v1/posts/validate', { content: 'Text only', targets })
  assert.match(bad.text, /youtube\.media\.required/)
  const post = await world.post({
    content: 'Watch it',
    media_ids: [video],
    first_comment: 'What do you think?',
    targets,
  })
  const [shown] = [...fake.videos.values()].filter((one) => one.channel === channel)
  assert.ok(film.equals(shown.bytes))
  assert.equal((await post()).targets[0].status, 'processing')
  shown.status.uploadStatus = 'processed'
  await pass(60)
  const published = (await post()).targets[0]
  assert.deepEqual([published.status, published.external_id], ['published', shown.id])
  assert.equal(published.external_url, `https://www.youtube.com/watch?v=${shown.id}`)
  assert.equal((await listEvents('post.published')).length, 1)
  const said = () => [...fake.comments.values()].filter(({ text }) => text === 'What do you think?')
  assert.deepEqual(
    said().map(({ author, videoId }) => [author, videoId]),
    [[channel, shown.id]],
  )

  fake.newUploadStatus = 'processed'
  fake.faults.push({
    fault: 'drop_after',
    matches: ({ headers }) => String(headers['content-range']).endsWith(`-${film.length - 1}/${film.length}`),
  })
  const lost = await world.post({ content: 'Once only', media_ids: [video], targets })
  assert.equal((await lost()).targets[0].status, 'unconfirmed')
  await pass(60)
  assert.equal((await lost()).targets[0].status, 'published')
  assert.equal([...fake.videos.values()].filter(({ snippet }) => snippet.description === 'Once only').length, 1)

  const theirs = fake.addComment(shown.id, 'Great!')
  await pass(700)
  const comment = (await live('GET', '/v1/comments')).body.data.find(
    (one: { external_id: string }) => one.external_id === theirs,
  )
  assert.equal(comment.body, 'Great!')
  assert.ok((await listEvents('comment.received')).some((data) => data.comment.id === comment.id))
  const reply = await live('POST', `/v1/comments/${comment.id}/reply`, { body: 'Thank you' })
  assert.equal(reply.status, 201, reply.text)
  for (const [action, status] of [
    ['hide', 'heldForReview'],
    ['unhide', 'published'],
    ['delete', 'rejected'],
  ]) {
    const moderated = await live('POST', `/v1/comments/${comment.id}/moderate`, { action })
    assert.equal(moderated.status, 200, moderated.text)
    assert.equal(fake.comments.get(theirs).status, status)
  }

  shown.statistics = { viewCount: '12', likeCount: '4', commentCount: '2' }
  await pass(86_400)
  const { body: figures } = await live('GET', `/v1/accounts/${account.id}/analytics`)
  assert.equal(figures.follower_history.at(-1).value, 10)
  const { body: posts } = await live('GET', `/v1/posts/analytics?post_ids=${(await post()).id}`)
  assert.match(JSON.stringify(posts), /"views":12/)
  assert.equal((await live('POST', `/v1/posts/${(await post()).id}/unpublish`, {})).status, 200)
  assert.equal(fake.videos.has(shown.id), false)
})
