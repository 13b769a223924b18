import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Draft } from '../../src/connectors/publish.ts'
import { connector as reddit } from '../../src/connectors/reddit/connector.ts'
import type { Session } from '../../src/connectors/session.ts'
import { catchPlatformError, picture, videoFile } from '../support/connectors/loopback.ts'
import { createAttempt, isRequestFrom, prepare, startReddit } from '../support/connectors/reddit.ts'
import { CLIENT } from '../support/connectors/reddit-state.ts'
import { bootPlatform } from '../support/platform-scene.ts'

const { publish, comments, messages, metrics, auth, checkHealth, validate, readUsage } = reddit
const { fake, call, grant, signIn } = await startReddit()
const send = async (session: Session, ...content: Parameters<typeof createAttempt>) =>
  publish!.mutate(session, await prepare(session, createAttempt(...content)))
const minutesLater = (minutes: number) => ({ now: () => new Date(Date.now() + minutes * 60_000) })

test('a sign-in lists the profile and the joined subreddits, and requests have the user agent that Reddit requires', async () => {
  const ada = fake.signUp('ada_example')
  fake.addSubreddit('open_one')
  fake.addSubreddit('closed_one', { subreddit_type: 'restricted' })
  fake.addSubreddit('angry_one', { banned: 'ada_example' })
  for (const name of ['open_one', 'closed_one', 'angry_one']) ada.joined.add(name)
  const { tokens, identity, scopes } = await (await grant('ada_example')).exchange()
  assert.deepEqual([identity.username, identity.avatarUrl], ['ada_example', 'https://example.com/i.png'])
  assert.deepEqual(scopes, [...reddit.platform.auth.scopes])
  const found = await auth.listEntities({ ...call, tokens, identity })
  assert.deepEqual(
    found.map(({ externalId, kind, selectable }) => [externalId, kind, selectable]),
    [
      ['u_ada_example', 'profile', true],
      ['open_one', 'subreddit', true],
      ['closed_one', 'subreddit', false],
      ['angry_one', 'subreddit', false],
    ],
  )
  assert.match(fake.requests.at(-1)?.headers['user-agent'] ?? '', /^server:example-app:v\S+ \(by \/u\/example_dev\)$/)
})

test('a refresh token stays valid; a withdrawn one signs the account out, and a wrong app secret does not', async () => {
  const session = await signIn()
  const renewed = await auth.refresh!.renew(session)
  assert.deepEqual([renewed.refresh, renewed.access === session.tokens.access], [undefined, false])
  const wrong = { ...session, app: { ...session.app, client_secret: 'guess' } }
  assert.equal((await catchPlatformError(auth.refresh!.renew(wrong))).kind, 'invalid')
  await auth.revoke!(session)
  const dead = await catchPlatformError(auth.refresh!.renew(session))
  assert.deepEqual([dead.kind, dead.rule], ['auth', 'reddit.oauth.invalid_grant'])
  assert.equal((await catchPlatformError(checkHealth(session))).kind, 'auth')
  const used = await grant('twice')
  await used.exchange()
  const again = await catchPlatformError(used.exchange())
  assert.deepEqual([again.kind, again.rule], ['auth', 'reddit.oauth.invalid_grant'])
  const shown = JSON.stringify([dead, again, dead.message, dead.platformResponse])
  for (const secret of [CLIENT.client_secret, session.tokens.refresh ?? '', used.back.code])
    assert.ok(!shown.includes(secret))
})

test('the first line is the title unless an option sets one, and a post has its options', async () => {
  const session = await signIn()
  const posted = async (text: string, options = {}) => {
    const { externalId, externalUrl } = await send(session, text, options)
    const post = fake.posts.get(externalId)
    assert.ok(externalUrl?.includes(post.permalink) || post.url === externalUrl)
    return post
  }
  const plain = await posted('Title\n\nBody & <b>')
  assert.deepEqual([plain.title, plain.selftext, plain.is_self], ['Title', 'Body & <b>', true])
  const named = await posted('Line one\nLine two', { title: 'Named', nsfw: true, spoiler: true, flair_id: 'f1' })
  assert.deepEqual(
    [named.title, named.selftext, named.over_18, named.spoiler, named.link_flair_template_id],
    ['Named', 'Line one\nLine two', true, true, 'f1'],
  )
  const long = await posted('x'.repeat(400))
  assert.deepEqual([[...long.title].length, long.selftext.length], [300, 400])
  const link = await posted('See', { url: 'https://example.com/page' })
  assert.deepEqual([link.is_self, link.url], [false, 'https://example.com/page'])
})

test('an image is uploaded without our token, and its post is found once Reddit has made it', async () => {
  const session = await signIn()
  fake.isSlow = true
  const attempt = await prepare(session, createAttempt('Picture', {}, [picture()]))
  const made = await publish!.mutate(session, attempt)
  assert.equal(made.isProcessing, true)
  assert.deepEqual(await publish!.find!(session, attempt), { state: 'unknown' })
  fake.finish()
  fake.isSlow = false
  const found = await publish!.find!(session, attempt)
  assert.ok(found.state === 'published' && found.post.externalId.startsWith('t3_'), found.state)
  assert.match(found.post.externalUrl ?? '', /^https:\/\/www\.reddit\.com\/r\//)
  const file = fake.requests.findLast(({ path }) => path.startsWith('/s3'))
  assert.equal(file?.headers.authorization, undefined)
  const lost = await prepare(session, createAttempt('Never', {}, [picture()]))
  assert.deepEqual(await publish!.find!({ ...session, ...minutesLater(31) }, lost), { state: 'absent' })
  const large = await catchPlatformError(
    prepare(session, createAttempt('Large', {}, [videoFile({ mime: 'image/png' }, 20_001)])),
  )
  assert.equal(large.rule, 'reddit.image.max_bytes')
})

test('a post whose response is lost is recognized by subreddit, title, text and time, unless it belongs to another target', async () => {
  const session = await signIn()
  const other = await send(session, 'Same\nText')
  const attempt = await prepare(session, createAttempt('Same\nText'))
  await send(session, 'Same\nOther text')
  const belongsToOtherTarget = async (id: string) => id === other.externalId
  const find = () => publish!.find!(session, { ...attempt, belongsToOtherTarget })
  assert.deepEqual(await find(), { state: 'absent' })
  fake.faults.push({ fault: 'drop_after', matches: isRequestFrom(session) })
  assert.equal((await catchPlatformError(publish!.mutate(session, attempt))).kind, 'ambiguous')
  const found = await find()
  assert.ok(found.state === 'published' && found.post.externalId !== other.externalId)
  for (let count = 0; count < 60; count++) await send(session, `Noise ${count}`)
  assert.equal((await find()).state, 'published', 'further pages are searched')
  const early = { ...attempt, intentAt: new Date(Date.now() + 600_000), belongsToOtherTarget }
  assert.deepEqual(await publish!.find!(session, early), { state: 'absent' })
})

test("a subreddit's own requirements are checked before anything is sent", async () => {
  const session = await signIn()
  const subreddit = fake.subreddits.get(session.entity.externalId)
  const broken = async (requirements: object, text = 'A title\nA text', options = {}) => {
    subreddit.requirements = requirements
    return (await catchPlatformError(prepare(session, createAttempt(text, options)))).rule
  }
  assert.equal(await broken({ is_flair_required: true }), 'reddit.flair.required')
  assert.equal(await broken({ title_text_min_length: 20 }), 'reddit.title.min_characters')
  assert.equal(await broken({ title_text_max_length: 3 }), 'reddit.title.max_characters')
  assert.equal(await broken({ title_blacklisted_strings: ['TITLE'] }), 'reddit.title.forbidden')
  assert.equal(await broken({ title_required_strings: ['[question]'] }), 'reddit.title.required_words')
  assert.equal(await broken({ body_restriction_policy: 'required' }, 'Alone'), 'reddit.text.required')
  assert.equal(await broken({ body_restriction_policy: 'notAllowed' }), 'reddit.text.forbidden')
  assert.equal(
    await broken({ domain_blacklist: ['example.com'] }, 'x', { url: 'https://www.example.com/' }),
    'reddit.link.domain',
  )
  assert.equal(
    await broken({ domain_whitelist: ['example.org'] }, 'x', { url: 'https://example.com/' }),
    'reddit.link.domain',
  )
  subreddit.requirements = { is_flair_required: true, title_required_strings: ['title'] }
  await prepare(session, createAttempt('A title\nA text', { flair_id: 'f1' }))
})

test('each refusal has its own rule, and a cooldown states the wait', async () => {
  const session = await signIn()
  const refused = async (code: string, message: string) => {
    fake.refuseNext(code, message)
    const error = await catchPlatformError(send(session, 'Hello'))
    return [error.kind, error.rule, error.retryAfterSeconds, error.platformResponse?.code]
  }
  const cooldown = "Looks like you've been doing that a lot. Take a break for 5 minutes before trying again."
  assert.deepEqual(await refused('RATELIMIT', cooldown), ['rate_limited', 'reddit.cooldown', 360, 'RATELIMIT'])
  assert.deepEqual((await refused('SUBREDDIT_NOTALLOWED', 'only trusted members')).slice(0, 2), [
    'invalid',
    'reddit.subreddit.not_allowed',
  ])
  assert.deepEqual((await refused('ODD_ONE', 'something new')).slice(0, 2), ['invalid', 'reddit.refused'])
  assert.equal((await refused('SOMETHING_IS_BROKEN', 'try again'))[0], 'ambiguous')
  fake.throttled = 1
  const limited = await catchPlatformError(send(session, 'Fast'))
  assert.deepEqual([limited.kind, limited.retryAfterSeconds], ['rate_limited', 321])
  const narrow = await signIn(reddit.platform.auth.scopes.filter((scope) => scope !== 'submit'))
  const scope = await catchPlatformError(send(narrow, 'No'))
  assert.deepEqual([scope.kind, scope.rule], ['invalid', 'reddit.scope.missing'])
  fake.subreddits.get(session.entity.externalId).banned = session.identity.username
  assert.deepEqual(
    (await checkHealth(session)).issues.map(({ code }) => code),
    ['reddit_subreddit_closed'],
  )
  const used = { 'x-ratelimit-used': '90', 'x-ratelimit-remaining': '10.0', 'x-ratelimit-reset': '30' }
  assert.deepEqual(readUsage!(used, new Date()), [{ scope: 'app', usedShare: 0.9, resetSeconds: 30 }])
  assert.deepEqual(readUsage!({}, new Date()), [])
})

test('comments of every depth are listed, and posts without changes cost one request', async () => {
  const session = await signIn()
  const { externalId: post } = await send(session, 'Talk')
  const { externalId: quiet } = await send(session, 'Quiet')
  const list = (cursor: string | null) => comments!.list(session, { cursor, posts: [post, quiet, 'upload_x'] })
  const top = fake.comment('visitor', post, 'Top')
  const deep = fake.comment('other', top, 'Deep')
  const first = await list(null)
  assert.deepEqual(
    first.items.map(({ externalId, parentExternalId }) => [externalId, parentExternalId]),
    [
      [top, null],
      [deep, top],
    ],
  )
  const before = fake.requests.length
  await list(first.cursor)
  assert.ok(
    fake.requests.length - before <= 2,
    'one for the counts of all posts, one for the post that is read in turn',
  )
  const reply = { body: 'Lost response', handle: 'cmt_1' }
  const to = { externalId: deep, mediaExternalId: null }
  fake.faults.push({ fault: 'drop_after', matches: isRequestFrom(session) })
  const intentAt = new Date()
  assert.equal((await catchPlatformError(comments!.reply(session, to, reply))).kind, 'ambiguous')
  const found = await comments!.findReply!(session, to, { ...reply, intentAt, otherIds: [] })
  assert.deepEqual([found?.parentExternalId, found?.isOwn, found?.mediaExternalId], [deep, true, post])
  const others = { ...reply, intentAt, otherIds: [found?.externalId ?? ''] }
  assert.equal(await comments!.findReply!(session, to, others), undefined)
  Object.assign(fake.comments.get(top), { body: 'Edited' })
  Object.assign(fake.comments.get(deep), { author: '[deleted]', body: '[deleted]' })
  assert.deepEqual(await comments!.recheck!.read(session, [top, deep]), [
    { externalId: top, body: 'Edited', isDeleted: false },
    { externalId: deep, body: '[deleted]', isDeleted: true },
  ])
  assert.equal(
    (await catchPlatformError(comments!.reply(session, to, { body: 'Late', handle: 'x' }))).rule,
    'reddit.comment.closed',
  )
  fake.subreddits.get(session.entity.externalId).moderators.clear()
  assert.equal((await catchPlatformError(comments!.hide!(session, top))).rule, 'reddit.moderator.required')
})

test('all messages with one person are one conversation, and each is listed once', async () => {
  const session = await signIn()
  const me = session.identity.username ?? ''
  const list = async (cursor: string | null) => messages!.list!(session, { cursor })
  const empty = await list(null)
  for (let count = 0; count < 120; count++) fake.message('Visitor_1', me, `Hi ${count}`)
  const all = await list(empty.cursor)
  assert.deepEqual(
    [all.items.length, new Set(all.items.map((one) => one.kind === 'message' && one.externalId)).size],
    [120, 120],
  )
  assert.ok(all.items.every((one) => one.kind === 'message' && one.conversationExternalId === 'visitor_1'))
  const person = { externalId: 't2_x', name: 'Visitor_1', username: 'Visitor_1', avatarUrl: null }
  const to = { conversationExternalId: 'visitor_1', participant: person, handle: 'msg_1' }
  const sent = await messages!.send(session, { ...to, body: 'Hello' })
  const [own] = (await list(all.cursor)).items
  assert.ok(own?.kind === 'message' && own.externalId === sent.externalId && own.direction === 'outbound')
  fake.signUp('stranger')
  const first = { ...to, conversationExternalId: 'stranger', body: 'First', handle: 'msg_2' }
  const intentAt = new Date()
  assert.equal(
    (await catchPlatformError(messages!.send(session, first))).kind,
    'ambiguous',
    'Reddit does not return the id of a new message',
  )
  const found = await messages!.find!(session, first, { intentAt, otherIds: [] })
  assert.ok(found)
  assert.ok(found.externalId.startsWith('t4_'))
  assert.equal(await messages!.find!(session, first, { intentAt, otherIds: [found.externalId] }), undefined)
  const long = await catchPlatformError(messages!.send(session, { ...to, body: 'x'.repeat(10_001) }))
  assert.equal(long.rule, 'reddit.message.max_characters')
})

test('a negative score counts as zero, and a deleted post has no metrics', async () => {
  const session = await signIn()
  const { externalId } = await send(session, 'Count')
  Object.assign(fake.posts.get(externalId), { score: 12, num_crossposts: 2 })
  fake.comment('visitor', externalId, 'One')
  assert.deepEqual(await metrics!.posts.read(session, [externalId, 't3_gone', 'upload_x']), [
    { externalId, metrics: { likes: 12, comments: 1, shares: 2 } },
  ])
  fake.posts.get(externalId).score = -4
  assert.equal((await metrics!.posts.read(session, [externalId]))[0]?.metrics.likes, 0)
  const today = new Date().toISOString().slice(0, 10)
  assert.deepEqual(await metrics!.account.daily(session, { since: today, until: today }), [
    { metric: 'followers', date: today, value: 7 },
  ])
})

test('a draft is validated against what the subreddit accepts', () => {
  const rules = (draft: Partial<Draft>, metadata = {}) =>
    validate({ text: 'Title', media: [], options: {}, ...draft }, { kind: 'subreddit', metadata }).map(
      ({ rule }) => rule,
    )
  assert.deepEqual(rules({}), [])
  assert.deepEqual(rules({ text: '', media: [picture()] }), ['reddit.title.required'])
  assert.deepEqual(rules({ media: [picture()], options: { url: 'https://example.com' } }), ['reddit.link.image'])
  assert.deepEqual(rules({}, { submission_type: 'link' }), ['reddit.subreddit.no_text'])
  assert.deepEqual(rules({ options: { url: 'https://example.com' } }, { submission_type: 'self' }), [
    'reddit.subreddit.no_links',
  ])
  assert.deepEqual(rules({ media: [picture()] }, { allow_images: false }), ['reddit.subreddit.no_images'])
  assert.deepEqual(rules({ media: [videoFile()] }), ['reddit.media.type'])
  assert.deepEqual(rules({ media: [picture(), picture()] }).includes('reddit.media.max_count'), true)
})

test('through the API: sign in, choose a subreddit, publish, comments, hide, reply, messages, metrics, disconnect', async () => {
  const env = { REDDIT_CLIENT_ID: CLIENT.client_id, REDDIT_CLIENT_SECRET: CLIENT.client_secret }
  const world = await bootPlatform(fake.origins, env)
  const { live, queue } = world
  const subreddit = fake.addSubreddit('front_door')
  subreddit.moderators.add('front')
  fake.signUp('front').joined.add('front_door')
  const connection = await world.signIn('reddit', (url) => fake.approve(url, 'front'))
  assert.equal(connection.status, 'awaiting_selection', JSON.stringify(connection))
  const chosen = await live('POST', `/v1/connections/${connection.id}/select`, { external_id: 'front_door' })
  assert.equal(chosen.status, 200, chosen.text)
  const account = chosen.body
  const read = await world.publish({ content: 'Hello Reddit\nHow are you?', targets: [{ account_id: account.id }] })
  const post = await read()
  assert.equal(post.status, 'published', JSON.stringify(post))
  assert.match(post.targets[0].external_url, /^https:\/\/www\.reddit\.com\/r\/front_door\//)
  const commentId = fake.comment('visitor', post.targets[0].external_id, 'Fine, thanks')
  fake.message('visitor', 'front', 'A private word')
  await world.pass(600, 3)
  const [comment] = (await live('GET', '/v1/comments')).body.data
  assert.equal(comment.body, 'Fine, thanks')
  const hidden = await live('POST', `/v1/comments/${comment.id}/moderate`, { action: 'hide' })
  assert.ok(hidden.status < 300, hidden.text)
  assert.equal(fake.comments.get(commentId).removed, true)
  const reply = await live('POST', `/v1/comments/${comment.id}/reply`, { body: 'Good' })
  assert.ok(reply.status < 300, reply.text)
  assert.ok([...fake.comments.values()].some(({ body, parent_id }) => body === 'Good' && parent_id === commentId))
  const [conversation] = (await live('GET', '/v1/conversations')).body.data
  const sent = await live('POST', `/v1/conversations/${conversation.id}/messages`, { body: 'A private reply' })
  assert.ok(sent.status < 300, sent.text)
  await queue.idle()
  assert.ok(
    fake.messages.some(
      ({ author, dest, body }) => author === 'front' && dest === 'visitor' && body === 'A private reply',
    ),
  )
  assert.equal(
    (await world.listEvents('comment.received')).length + (await world.listEvents('message.received')).length,
    2,
  )
  const analytics = await live('GET', `/v1/posts/analytics?post_ids=${post.id}`)
  assert.equal(analytics.body.data[0]?.metrics.likes, 1, analytics.text)
  await world.pass(86_400)
  const figures = await live('GET', `/v1/accounts/${account.id}/analytics`)
  const counted = figures.body.series.filter(({ points }: { points: [] }) => points.length > 0)
  assert.deepEqual(
    counted.map(({ metric }: { metric: string }) => metric),
    ['followers'],
    figures.text,
  )
  const removed = await live('POST', `/v1/posts/${post.id}/unpublish`)
  assert.ok(removed.status < 300, removed.text)
  await queue.idle()
  assert.equal(fake.posts.has(post.targets[0].external_id), false)
  const before = fake.refreshes.size
  assert.ok((await live('DELETE', `/v1/accounts/${account.id}`)).status < 300)
  await queue.idle()
  assert.equal(fake.refreshes.size, before - 1, 'a disconnect revokes the sign-in at Reddit')
})
