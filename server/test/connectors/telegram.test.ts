import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Draft } from '../../src/connectors/publish.ts'
import { connector as telegram } from '../../src/connectors/telegram/connector.ts'
import { maskSecrets } from '../../src/kit/log/log.ts'
import { startQueue } from '../../src/queue/start.ts'
import { jobs, timers } from '../../src/worker/worker.ts'
import { createProfile, startConnection, subscribe } from '../support/account-scene.ts'
import { distort } from '../support/connectors/distort.ts'
import { catchPlatformError, picture, videoFile } from '../support/connectors/loopback.ts'
import { createAttempt, isRequestFrom, startTelegram, WEBHOOK } from '../support/connectors/telegram.ts'
import { readTelegramDescription, skip } from '../support/connectors/telegram-description.ts'
import { atEnd, boot } from '../support/harness.ts'
import { ingestImage } from '../support/post-scene.ts'

const { publish, messages, inbound, auth, checkHealth, validate } = telegram
const { fake, call, signIn, getBot } = await startTelegram()
const send = async (...[text, options, media]: Parameters<typeof createAttempt>) => {
  const session = await signIn()
  return { session, sent: await publish!.mutate(session, createAttempt(text, options, media)) }
}
const lastCall = () => fake.calls.at(-1)!
const pdf = picture({ id: 'med_pdf', mime: 'application/pdf', width: null, height: null })

test('a sign-in checks the bot and its chats, and lists where it may post', async () => {
  const bot = fake.addBot()
  const own = fake.addChannel('own_channel')
  const read = fake.addChannel('read_channel', { status: 'member' })
  const chats = ['@own_channel', String(read.id), '@own_channel'.toLowerCase()]
  const grant = await auth.signIn!(call, { bot_token: bot.token, chats })
  assert.deepEqual(
    [grant.identity.externalId, grant.identity.username, grant.tokens.expiresAt],
    [String(bot.id), bot.username, null],
  )
  const found = await auth.listEntities({ ...call, tokens: grant.tokens, identity: grant.identity })
  assert.deepEqual(
    found.map(({ kind, externalId, selectable }) => [kind, externalId, selectable]),
    [
      ['channel', String(own.id), true],
      ['channel', String(read.id), false],
      ['bot', String(bot.id), true],
    ],
  )
  assert.ok(found[0]?.grants.includes('can_post_messages'))
  const unknown = await catchPlatformError(auth.signIn!(call, { bot_token: bot.token, chats: ['@nowhere'] }))
  assert.deepEqual([unknown.kind, unknown.rule], ['invalid', 'telegram.chat.not_found'])
})

test('no token of a bot reaches an error or a log, even when the platform repeats it', async () => {
  const session = await signIn()
  const { access: token } = session.tokens
  fake.echoes = true
  const errors = [await catchPlatformError(publish!.mutate(session, createAttempt(' ')))]
  fake.faults.push({ fault: 'drop_after', matches: isRequestFrom(session) })
  errors.push(await catchPlatformError(publish!.mutate(session, createAttempt('Lost'))))
  fake.faults.push({ fault: 'error_before', matches: isRequestFrom(session) })
  errors.push(await catchPlatformError(checkHealth(session)))
  fake.bots.delete(token)
  errors.push(await catchPlatformError(checkHealth(session)))
  fake.echoes = false
  assert.deepEqual(
    errors.map(({ kind }) => kind),
    ['invalid', 'ambiguous', 'unavailable', 'auth'],
  )
  for (const error of errors) {
    const shown = JSON.stringify([error.message, error.platformResponse, error.rule, String(error.cause), error.stack])
    assert.ok(!shown.includes(token.split(':')[1] ?? ''), shown)
  }
  assert.equal(
    maskSecrets(`POST https://api.telegram.org/bot${token}/sendMessage`),
    `POST https://api.telegram.org/bot${token.split(':')[0]}:[redacted]/sendMessage`,
  )
})

test('a text is sent with its options, and its address is that of the channel', async () => {
  const options = {
    parse_mode: 'HTML',
    disable_notification: true,
    protect_content: true,
    link_preview: 'none',
    message_thread_id: 3,
  }
  const { session, sent } = await send('<b>Hello</b>', options)
  const { link_preview: _preview, ...same } = options
  const chat_id = session.entity.externalId
  assert.deepEqual(lastCall().params, {
    chat_id,
    text: '<b>Hello</b>',
    ...same,
    link_preview_options: { is_disabled: true },
  })
  const id = sent.externalId.split(':')[1]
  assert.equal(sent.externalId, `${chat_id}:${id}`)
  assert.equal(sent.externalUrl, `https://t.me/${session.entity.metadata['username'] as string}/${id}`)
  const secret = await signIn(fake.addChat({ ...fake.addChannel('gone'), id: -1009876543210, username: '' }))
  const hidden = await publish!.mutate(secret, createAttempt('For members'))
  assert.equal(hidden.externalUrl, `https://t.me/c/9876543210/${hidden.externalId.split(':')[1]}`)
})

test('each medium is sent as what it is, and several as one album that is deleted as a whole', async () => {
  const one = async (medium: typeof pdf, options = {}) => {
    await send('Look', options, [medium])
    const { method, params } = lastCall()
    return [method, Object.keys(params).filter((name) => Buffer.isBuffer(params[name])), params['caption']]
  }
  assert.deepEqual(await one(picture()), ['sendPhoto', ['photo'], 'Look'])
  assert.deepEqual(await one(videoFile()), ['sendVideo', ['video'], 'Look'])
  assert.deepEqual(await one(picture({ mime: 'image/gif' })), ['sendAnimation', ['animation'], 'Look'])
  assert.deepEqual(await one(pdf), ['sendDocument', ['document'], 'Look'])
  assert.deepEqual(await one(picture(), { as_document: true }), ['sendDocument', ['document'], 'Look'])
  const media = [picture(), videoFile(), picture({ id: 'med_2' })]
  const { session, sent } = await send('Album', { has_spoiler: true, caption_above: true }, media)
  const { method, params } = lastCall()
  assert.equal(method, 'sendMediaGroup')
  const shown = params['media'] as { type: string; media: string; caption?: string; has_spoiler?: boolean }[]
  assert.deepEqual(
    shown.map(({ type, media: ref, caption }) => [type, ref, caption]),
    [
      ['photo', 'attach://file0', 'Album'],
      ['video', 'attach://file1', undefined],
      ['photo', 'attach://file2', undefined],
    ],
  )
  const stored = fake.messages.filter(({ chat }) => String(chat.id) === session.entity.externalId)
  assert.deepEqual([stored.length, sent.externalId.split(',').length], [3, 3])
  await publish!.unpublish!(session, sent.externalId)
  assert.ok(fake.messages.every(({ chat }) => String(chat.id) !== session.entity.externalId))
})

test('a draft that a chat cannot have is refused before it is sent', () => {
  const rules = (draft: Partial<Draft>, kind = 'channel') =>
    validate({ text: '', media: [], options: {}, ...draft }, { kind, metadata: {} }).map(({ rule }) => rule)
  assert.deepEqual(rules({ text: 'a'.repeat(1024), media: [picture()] }), [])
  assert.deepEqual(rules({ text: 'a'.repeat(1025), media: [picture()] }), ['telegram.caption.max_characters'])
  assert.deepEqual(rules({ media: [picture(), picture({ mime: 'image/gif' })] }), ['telegram.album.animation'])
  assert.deepEqual(rules({ media: [picture(), pdf] }), ['telegram.album.documents'])
  assert.deepEqual(rules({ media: [picture(), pdf], options: { as_document: true } }), [])
  assert.deepEqual(
    rules({ media: Array.from({ length: 11 }, () => picture()) }).includes('telegram.media.max_count'),
    true,
  )
  assert.deepEqual(rules({ media: [picture({ width: 6000, height: 5000 })] }), ['telegram.image.dimensions'])
  assert.deepEqual(rules({ media: [picture({ bytes: 20_000_000 })] }), ['telegram.image.max_bytes'])
  assert.deepEqual(rules({ media: [picture({ bytes: 20_000_000 })], options: { as_document: true } }), [])
  assert.deepEqual(rules({ text: 'x' }, 'bot'), ['telegram.chat.required'])
})

test("each of Telegram's refusals has its own rule and says what to do", async () => {
  const inChat = async (member: object, text = 'Hi', options = {}) => {
    const chat = fake.addChannel('moody')
    const session = await signIn(chat)
    chat.member = { ...chat.member, ...member }
    const error = await catchPlatformError(publish!.mutate(session, createAttempt(text, options)))
    fake.chats.delete(chat.id)
    assert.ok(error.remediation && error.platformResponse?.code)
    return [error.kind, error.rule]
  }
  assert.deepEqual(await inChat({ can_post_messages: false }), ['invalid', 'telegram.chat.rights'])
  assert.deepEqual(await inChat({ status: 'kicked' }), ['invalid', 'telegram.chat.not_member'])
  assert.deepEqual(await inChat({ isBlocked: true }), ['invalid', 'telegram.recipient.blocked'])
  assert.deepEqual(await inChat({}, 'x'.repeat(4097)), ['invalid', 'telegram.text.max_characters'])
  assert.deepEqual(await inChat({}, '<b>open', { parse_mode: 'HTML' }), ['invalid', 'telegram.text.parse_mode'])
  const session = await signIn()
  fake.throttled = 1
  const limited = await catchPlatformError(publish!.mutate(session, createAttempt('Fast')))
  assert.deepEqual([limited.kind, limited.retryAfterSeconds], ['rate_limited', 7])
  const { externalId } = await publish!.mutate(session, createAttempt('Old'))
  fake.undeletable.add(fake.messages.at(-1).message_id)
  assert.equal(
    (await catchPlatformError(publish!.unpublish!(session, externalId))).rule,
    'telegram.message.undeletable',
  )
  fake.chats.delete(Number(session.entity.externalId))
  assert.equal(
    (await catchPlatformError(publish!.mutate(session, createAttempt('Gone')))).rule,
    'telegram.chat.not_found',
  )
  const { issues, entities } = await checkHealth(session)
  assert.deepEqual(
    issues.map(({ code, severity }) => [code, severity]),
    [['telegram_chat_unavailable', 'error']],
  )
  assert.equal(entities?.[0]?.selectable, false)
})

test('a post whose response has no id of the message may have been sent', async () => {
  for (const media of [[], [picture(), picture({ id: 'med_2' })]]) {
    const { distorted: session, reported } = distort(await signIn(), /"message_id":\d+,/g, '')
    const failure = await catchPlatformError(publish!.mutate(session, createAttempt('No id', {}, media)))
    assert.deepEqual([failure.kind, failure.rule], ['ambiguous', 'telegram.response.unexpected'])
    assert.match(reported[0]?.field ?? '', /^result\.(0\.)?message_id$/)
    assert.ok(!reported[0]?.raw.includes(session.tokens.access))
  }
})

test('a chat that cannot be read is not taken for one that the bot has left', async () => {
  const { distorted: session, reported } = distort(await signIn(), '"status":"administrator"', '"status":null')
  const failure = await catchPlatformError(checkHealth(session))
  assert.deepEqual([failure.kind, failure.rule], ['unavailable', 'telegram.response.unexpected'])
  assert.equal(reported[0]?.field, 'result.status')
})

test('a group that became a supergroup is followed to its new id, and the account keeps working', async () => {
  const old = fake.addChat({ id: -555, type: 'group', title: 'Team', member: { status: 'member' } })
  const session = await signIn(old)
  const later = fake.addChat({ ...old, id: -1000000000555, type: 'supergroup' })
  old.migratedTo = later.id
  const { externalId } = await publish!.mutate(session, createAttempt('Still here'))
  assert.ok(externalId.startsWith(`${later.id}:`))
  assert.equal(fake.messages.filter(({ text }) => text === 'Still here').length, 1)
  const { entities, issues } = await checkHealth(session)
  assert.deepEqual([entities?.[0]?.externalId, entities?.[0]?.metadata['chat_id']], ['-555', String(later.id)])
  assert.deepEqual(issues, [])
})

test('a webhook is set with a secret of the bot, replaces no other webhook, and is deleted', async () => {
  const session = await signIn()
  const bot = getBot(session)
  await inbound!.subscribe!(session, WEBHOOK)
  await inbound!.subscribe!(session, WEBHOOK)
  assert.equal(bot.webhook?.url, `${WEBHOOK}?bot=${bot.id}`)
  assert.deepEqual(bot.webhook?.updates, ['message', 'edited_message', 'my_chat_member'])
  const other = await signIn()
  await inbound!.subscribe!(other, WEBHOOK)
  assert.notEqual(getBot(other).webhook?.secret, bot.webhook?.secret)
  fake.write(bot, { text: 'Hi' })
  const push = fake.buildPush(fake.updates.at(-1)!)
  assert.equal(await inbound!.verify(call, push), true)
  assert.equal(await inbound!.verify(call, { ...push, query: { bot: String(getBot(other).id) } }), false)
  assert.equal(await inbound!.verify(call, { ...push, query: {} }), false)
  assert.equal(await inbound!.verify(call, { ...push, headers: {} }), false)
  bot.webhookError = 'Connection timed out'
  assert.deepEqual(
    (await checkHealth(session)).issues.map(({ code }) => code),
    ['telegram_webhook_failing'],
  )
  await inbound!.unsubscribe!(session)
  await inbound!.unsubscribe!(session)
  assert.equal(bot.webhook, undefined)
  bot.webhook = { url: 'https://other.example.com/bot', secret: '', updates: [] }
  assert.equal((await catchPlatformError(inbound!.subscribe!(session, WEBHOOK))).rule, 'telegram.webhook.taken')
  await inbound!.unsubscribe!(session)
  assert.equal(bot.webhook.url, 'https://other.example.com/bot')
  bot.webhook = undefined
  const plain = await catchPlatformError(inbound!.subscribe!(session, WEBHOOK.replace('https', 'http')))
  assert.equal(plain.rule, 'telegram.webhook.url')
})

test('updates are read with their files; updates for other chats are skipped', async () => {
  const session = await signIn()
  await inbound!.subscribe!(session, WEBHOOK)
  const bot = getBot(session)
  const read = () => inbound!.read(fake.buildPush(fake.updates.at(-1)!))
  const size = (file_id: string) => ({ file_id, file_unique_id: 'u', width: 1, height: 1, file_size: 9 })
  fake.write(bot, { caption: 'See', photo: [size('small'), size('large')] })
  const [found] = read()
  assert.ok(found?.kind === 'message' && 'identityExternalId' in found)
  assert.deepEqual(
    [found.identityExternalId, found.body, found.participant.username, found.conversationExternalId],
    [String(bot.id), 'See', 'ada_example', '4242'],
  )
  const photo = { type: 'photo', file_id: 'large', mime: 'image/jpeg', name: null, bytes: 9 }
  assert.deepEqual(found.attachments, [photo])
  fake.files.set('large', { path: 'photos/file_1.jpg', bytes: Buffer.from('picture') })
  const opened = await messages!.openAttachment!(session, photo)
  assert.deepEqual([opened?.mime, opened?.bytes.toString()], ['image/jpeg', 'picture'])
  fake.files.set('large', { path: 'photos/file_1.jpg', bytes: Buffer.alloc(20_000_001) })
  assert.equal((await catchPlatformError(messages!.openAttachment!(session, photo))).kind, 'invalid')
  fake.write(bot, { text: 'Still read', sticker: 7, photo: {}, document: { file_id: 'doc', mime_type: 'text/plain' } })
  const [partly] = read()
  assert.ok(partly?.kind === 'message')
  assert.equal(partly.body, 'Still read')
  assert.deepEqual(
    partly.attachments.map(({ type }) => type),
    ['document'],
    'a file that cannot be read hides nothing else',
  )
  fake.updates.pop()
  const group = { chat: { id: -5, type: 'group', title: 'G' }, text: 'Noise' }
  fake.write(bot, group)
  assert.deepEqual(read(), [])
  for (const body of ['', '[]', 'null', '{}', '{"message":{}}', '{"poll":{"id":"1"}}', '{"my_chat_member":{}}'])
    assert.deepEqual(inbound!.read({ body, headers: {}, query: { bot: '1' } }), [], body)
  const lost = { my_chat_member: { chat: { id: -100, type: 'channel' }, new_chat_member: { status: 'left' } } }
  assert.deepEqual(inbound!.read({ body: JSON.stringify(lost), headers: {}, query: { bot: '1' } }), [
    { kind: 'deauthorized', entityExternalId: '-100' },
  ])
})

test('a file is sent to a person once, and a lost response is ambiguous', async () => {
  const session = await signIn()
  fake.write(getBot(session), { text: 'Send it' }, 99)
  const person = { externalId: '99', name: null, username: null, avatarUrl: null }
  const to = { conversationExternalId: '99', participant: person, handle: 'msg_1' }
  const sent = await messages!.sendMedia!(session, { ...to, medium: pdf, caption: 'Here' })
  assert.ok(sent.externalId.startsWith('99:'))
  assert.equal(fake.messages.at(-1).caption, 'Here')
  const long = await catchPlatformError(
    messages!.sendMedia!(session, { ...to, medium: pdf, caption: 'x'.repeat(1025) }),
  )
  assert.equal(long.rule, 'telegram.caption.max_characters')
  fake.faults.push({ fault: 'drop_after', matches: isRequestFrom(session) })
  assert.equal((await catchPlatformError(messages!.send(session, { ...to, body: 'Lost' }))).kind, 'ambiguous')
})

test('through the API: connect, choose a channel, publish, unpublish, receive, edit and reply to messages', async () => {
  const env = {
    PLATFORM_ORIGINS: `https://api.telegram.org=${fake.url}`,
    LOG_LEVEL: 'silent',
    QUOIN_PUBLIC_URL: 'https://quoin.example.com',
  }
  const world = await boot({ env })
  const { ctx, db, live } = world
  await subscribe(live)
  const queue = await startQueue(ctx, { jobs, timers })
  atEnd(() => queue.stop())
  const bot = fake.addBot()
  const channel = fake.addChannel('front_door')
  const { id } = await startConnection(live, await createProfile(live), { platform: 'telegram' })
  const complete = (credentials: object) => live('POST', `/v1/connections/${id}/complete`, { credentials })
  const wrong = await complete({ bot_token: `${bot.id}:${'x'.repeat(35)}`, chats: ['@front_door'] })
  assert.equal(wrong.status, 422, wrong.text)
  assert.ok(!wrong.text.includes('x'.repeat(35)), wrong.text)
  assert.equal((await complete({ bot_token: bot.token, chats: ['@front_door'] })).status, 200)
  const chosen = await live('POST', `/v1/connections/${id}/select`, { external_id: String(channel.id) })
  assert.equal(chosen.status, 200, chosen.text)
  const account = chosen.body
  const media_ids = [await ingestImage(live, queue), await ingestImage(live, queue)]
  const made = await live('POST', '/v1/posts', {
    content: 'Two pictures',
    media_ids,
    targets: [{ account_id: account.id }],
  })
  assert.equal(made.status, 201, made.text)
  await queue.idle()
  const post = (await live('GET', `/v1/posts/${made.body.id}`)).body
  assert.equal(post.status, 'published', JSON.stringify(post))
  assert.match(post.targets[0].external_url, /^https:\/\/t\.me\/front_door\/\d+$/)
  const shown = () => fake.messages.filter(({ chat }) => chat.id === channel.id).length
  assert.equal(shown(), 2)
  const removed = await live('POST', `/v1/posts/${post.id}/unpublish`)
  assert.ok(removed.status < 300, removed.text)
  await queue.idle()
  assert.equal(shown(), 0)

  assert.equal(bot.webhook?.url, `https://quoin.example.com/v1/inbound/telegram?bot=${bot.id}`)
  const deliver = async (changes: Record<string, string> = {}) => {
    const { body, headers, query } = fake.buildPush(fake.updates.at(-1)!)
    const path = `/v1/inbound/telegram?${new URLSearchParams(query).toString()}`
    const reply = await world.client()('POST', path, body, { ...headers, ...changes })
    await queue.idle()
    return reply.status
  }
  const written = fake.write(bot, { text: 'Are you open?' }, 77)
  assert.equal(await deliver({ 'x-telegram-bot-api-secret-token': 'guess' }), 400)
  assert.equal(await deliver(), 200)
  assert.equal(await deliver(), 200)
  const [push] = await world.db<{ headers: Record<string, string> }[]>`select headers from inbound_pushes`
  assert.ok(push && !('x-telegram-bot-api-secret-token' in push.headers), 'the secret is not stored')
  fake.edit(bot, written, 'Are you open today?')
  assert.equal(await deliver(), 200)
  const [conversation, ...others] = (await live('GET', '/v1/conversations')).body.data
  assert.deepEqual([others.length, conversation.participant.name], [0, 'Ada Example'])
  const talk = `/v1/conversations/${conversation.id}/messages`
  const bodies = async () => (await live('GET', talk)).body.data.map((one: { body: string }) => one.body)
  assert.deepEqual(await bodies(), ['Are you open today?'])
  const answered = await live('POST', talk, { body: 'Yes' })
  assert.ok(answered.status < 300, answered.text)
  await queue.idle()
  assert.equal(fake.messages.at(-1).text, 'Yes')
  assert.equal((await live('GET', talk)).body.data[0].status, 'sent')
  const events = await db<{ type: string }[]>`select type from webhook_events order by id`
  const types = events.map(({ type }) => type)
  assert.equal(types.filter((type) => type === 'message.received').length, 1)
  assert.ok(types.includes('post.published') && types.includes('account.connected'), types.join())
})

test('every call and result fits the description of the Bot API', { skip }, async () => {
  const description = readTelegramDescription()
  assert.ok(fake.calls.length > 30)
  const methods = new Set(fake.calls.map(({ method }) => method))
  for (const method of ['sendMessage', 'sendMediaGroup', 'sendPhoto', 'setWebhook', 'getFile'])
    assert.ok(methods.has(method), method)
  for (const { method, params, result } of fake.calls) {
    // The files of an album have names of our choice.
    const isAttached = (name: string) => JSON.stringify(params['media'] ?? '').includes(`attach://${name}"`)
    const described = Object.entries(params).filter(([name]) => !isAttached(name))
    assert.deepEqual(description.call(method, Object.fromEntries(described)), [], method)
    assert.deepEqual(description.result(method, result), [], method)
  }
  for (const { update } of fake.updates) assert.deepEqual(description.update(update), [])
})
