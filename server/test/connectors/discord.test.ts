import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connector as discord } from '../../src/connectors/discord/connector.ts'
import { listPermissions, type Member } from '../../src/connectors/discord/permissions.ts'
import type { Draft } from '../../src/connectors/publish.ts'
import type { Http, Session, UnexpectedShape } from '../../src/connectors/session.ts'
import { startConnection } from '../support/account-scene.ts'
import { createAttempt, isRequestFrom, startDiscord } from '../support/connectors/discord.ts'
import { readDiscordDescription, skip } from '../support/connectors/discord-description.ts'
import { HISTORY, SEND, VIEW } from '../support/connectors/discord-fake.ts'
import { catchPlatformError, picture, videoFile } from '../support/connectors/loopback.ts'
import { bootPlatform } from '../support/platform-scene.ts'
import { ingestImage } from '../support/post-scene.ts'

const { publish, messages, auth, checkHealth, validate, readUsage } = discord
const { fake, call, signIn } = await startDiscord()
const lastPayload = () => fake.exchanges.at(-1)!.payload as Record<string, unknown>

test('a sign-in lists the text and announcement channels of its servers with the permissions of the bot', async () => {
  const bot = fake.addBot()
  const guild = fake.addGuild(bot)
  const other = fake.addGuild(bot)
  const open = fake.addChannel(guild)
  const news = fake.addChannel(other, { type: 5 })
  const deny = (bits: bigint) => [{ id: bot.user.id, type: 1, allow: '0', deny: String(bits) }]
  const closed = fake.addChannel(guild, { permission_overwrites: deny(SEND) })
  fake.addChannel(guild, { type: 2 })
  const list = async (credentials: object) => {
    const { tokens, identity } = await auth.signIn!(call, { bot_token: bot.token, ...credentials })
    const found = await auth.listEntities({ ...call, tokens, identity })
    return found.map(({ externalId, kind, selectable }) => [externalId, kind, selectable])
  }
  assert.deepEqual(await list({ guild_id: guild.id }), [
    [open.id, 'text_channel', true],
    [closed.id, 'text_channel', false],
  ])
  assert.deepEqual((await list({})).at(-1), [news.id, 'announcement_channel', true])
  const strange = await catchPlatformError(
    auth.signIn!(call, { bot_token: bot.token, guild_id: fake.addGuild(fake.addBot()).id }),
  )
  assert.deepEqual([strange.kind, strange.rule], ['invalid', 'discord.channel.permissions'])
})

test('permissions are computed as Discord documents: roles, then everyone, roles and the member of a channel', () => {
  const role = (id: string, permissions: bigint) => ({ id, permissions: String(permissions) })
  const guild = { id: 'g', owner_id: 'o', roles: [role('g', VIEW), role('a', SEND), role('b', 0n), role('admin', 8n)] }
  const member = (id: string, ...roles: string[]) => ({ user: { id }, roles })
  const overwrite = (id: string, allow: bigint, deny: bigint) => ({ id, allow: String(allow), deny: String(deny) })
  const may = (who: Member, ...permission_overwrites: ReturnType<typeof overwrite>[]) =>
    listPermissions(guild, who, { permission_overwrites })
  assert.deepEqual(may(member('m')), ['VIEW_CHANNEL'])
  assert.deepEqual(may(member('m', 'a')), ['VIEW_CHANNEL', 'SEND_MESSAGES'])
  assert.deepEqual(may(member('m', 'a'), overwrite('g', 0n, SEND)), ['VIEW_CHANNEL'])
  assert.deepEqual(may(member('m', 'a', 'b'), overwrite('g', 0n, SEND), overwrite('b', SEND, 0n)), [
    'VIEW_CHANNEL',
    'SEND_MESSAGES',
  ])
  // Among the overwrites of roles an allowance wins; the member's own comes last.
  assert.ok(may(member('m', 'a', 'b'), overwrite('a', 0n, SEND), overwrite('b', SEND, 0n)).includes('SEND_MESSAGES'))
  assert.ok(!may(member('m', 'a'), overwrite('a', SEND, 0n), overwrite('m', 0n, SEND)).includes('SEND_MESSAGES'))
  assert.deepEqual(may(member('m', 'a'), overwrite('g', 0n, VIEW)), [])
  assert.equal(may(member('o')).length, 6)
  assert.equal(may(member('m', 'admin'), overwrite('g', 0n, VIEW | SEND)).length, 6)
})

test('a message has its files, embeds and options, and @everyone notifies people only when the options say so', async () => {
  const session = await signIn()
  const embeds = [
    { title: 'Card', footer: 'Small', image_url: 'https://example.com/a.png', fields: [{ name: 'a', value: 'b' }] },
  ]
  const options = { embeds, suppress_embeds: true, suppress_notifications: true, alt_texts: ['A dot'] }
  const media = [picture(), videoFile()]
  const { externalId, externalUrl } = await publish!.mutate(session, createAttempt('Look @everyone', options, media))
  const { nonce, ...rest } = lastPayload()
  assert.match(nonce as string, /^[\w-]{24}$/)
  assert.deepEqual(rest, {
    content: 'Look @everyone',
    attachments: [
      { id: '0', filename: 'media1.png', description: 'A dot' },
      { id: '1', filename: 'media2.mp4' },
    ],
    allowed_mentions: { parse: ['roles', 'users'] },
    embeds: [
      {
        title: 'Card',
        footer: { text: 'Small' },
        image: { url: 'https://example.com/a.png' },
        fields: [{ name: 'a', value: 'b', inline: false }],
      },
    ],
    flags: 4 | 4096,
    enforce_nonce: true,
  })
  const [channelId, id] = externalId.split(':')
  assert.equal(channelId, session.entity.externalId)
  assert.equal(externalUrl, `https://discord.com/channels/${session.entity.parentExternalId}/${channelId}/${id}`)
  await publish!.mutate(session, createAttempt('@everyone', { mentions: ['everyone'] }))
  assert.deepEqual(lastPayload()['allowed_mentions'], { parse: ['everyone'] })
})

test('a lost message is found by its author, text and files, and not confused with another of the same text', async () => {
  const session = await signIn()
  const channel = session.entity.externalId
  const attempt = createAttempt('Same', {}, [picture()])
  fake.write(channel, 'Same')
  await publish!.mutate(session, createAttempt('Same'))
  const other = await publish!.mutate(session, createAttempt('Same', {}, [picture()]))
  const belongsToOtherTarget = async (id: string) => id === other.externalId
  const find = () => publish!.find!(session, { ...attempt, belongsToOtherTarget })
  assert.deepEqual(await find(), { state: 'absent' })
  for (let count = 0; count < 120; count++) fake.write(channel, `Noise ${count}`)
  fake.faults.push({ fault: 'drop_after', matches: isRequestFrom(session) })
  assert.equal((await catchPlatformError(publish!.mutate(session, attempt))).kind, 'ambiguous')
  const found = await find()
  assert.ok(found.state === 'published' && found.post.externalId !== other.externalId)
  assert.equal((await publish!.mutate(session, attempt)).externalId, found.post.externalId, 'a repeat of the nonce')
  const blind = [{ id: session.identity.externalId, type: 1, allow: '0', deny: String(HISTORY) }]
  fake.channels.get(channel).permission_overwrites = blind
  assert.deepEqual(await find(), { state: 'unknown' }, 'a bot that cannot read the channel does not know')
})

const withBody =
  (session: Session, change: (body: string) => string): Http =>
  async (request) => {
    const reply = await session.http(request)
    return { ...reply, body: Buffer.from(change(reply.body.toString())) }
  }

test('a message that cannot be read may be ours: the post is not taken for absent, and the operator sees the response', async () => {
  const session = await signIn()
  const attempt = createAttempt('Unreadable')
  await publish!.mutate(session, attempt)
  const http = withBody(session, (body) => body.replace('"content":"Unreadable"', '"content":{}'))
  const reported: UnexpectedShape[] = []
  const report = (unexpected: UnexpectedShape) => void reported.push(unexpected)
  const failure = await catchPlatformError(publish!.find!({ ...session, http, report }, attempt))
  assert.deepEqual([failure.kind, failure.rule], ['unavailable', 'discord.response.unexpected'])
  assert.equal(reported[0]?.field, '0.content')
})

test('permissions that cannot be read do not make a post absent', async () => {
  const session = await signIn()
  const http = withBody(session, (body) => body.replaceAll(/"permissions":"\d+"/g, '"permissions":null'))
  const failure = await catchPlatformError(publish!.find!({ ...session, http }, createAttempt('Never sent')))
  assert.deepEqual([failure.kind, failure.rule], ['unavailable', 'discord.response.unexpected'])
})

test('without an id in the response the outcome of publishing is unknown', async () => {
  const session = await signIn()
  const http = withBody(session, (body) => body.replaceAll(/"id":"\d+"/g, '"id":null'))
  const failure = await catchPlatformError(publish!.mutate({ ...session, http }, createAttempt('No id')))
  assert.deepEqual([failure.kind, failure.rule], ['ambiguous', 'discord.response.unexpected'])
})

test("each of Discord's refusals has its own rule, and limits say how long to wait", async () => {
  const session = await signIn()
  const refused = async (text: string) => {
    const error = await catchPlatformError(publish!.mutate(session, createAttempt(text)))
    return [error.kind, error.rule, error.retryAfterSeconds]
  }
  assert.deepEqual(await refused(' '), ['invalid', 'discord.post.empty', undefined])
  assert.deepEqual(await refused('forbidden-word'), ['invalid', 'discord.automod.blocked', undefined])
  const long = await catchPlatformError(publish!.mutate(session, createAttempt('x'.repeat(2001))))
  assert.equal(long.rule, 'discord.form.invalid')
  assert.match(long.platformResponse?.message ?? '', /content: Must be 2000 or fewer/)
  fake.throttled = 'route'
  assert.deepEqual(await refused('Fast'), ['rate_limited', 'discord.rate_limit', 2])
  fake.throttled = 'global'
  assert.deepEqual(await refused('Fast'), ['rate_limited', 'discord.rate_limit', 2])
  const channel = fake.channels.get(session.entity.externalId)
  channel.slowmode = true
  assert.deepEqual(await refused('Slow'), ['rate_limited', 'discord.channel.slowmode', 42])
  channel.permission_overwrites = [{ id: session.identity.externalId, type: 1, allow: '0', deny: String(SEND) }]
  assert.deepEqual(await refused('No'), ['invalid', 'discord.channel.permissions', undefined])
  assert.deepEqual(
    (await checkHealth(session)).issues.map(({ code }) => code),
    ['discord_channel_unavailable'],
  )
  fake.channels.delete(channel.id)
  assert.deepEqual(await refused('Gone'), ['invalid', 'discord.channel.not_found', undefined])
  fake.bots.delete(session.tokens.access)
  const error = await catchPlatformError(publish!.mutate(session, createAttempt('Out')))
  assert.deepEqual([error.kind, error.rule], ['auth', 'discord.token.refused'])
  assert.ok(!JSON.stringify([error.message, error.platformResponse]).includes(session.tokens.access))
})

test('usage is read from the headers of a bucket', () => {
  const headers = { 'x-ratelimit-limit': '5', 'x-ratelimit-remaining': '1', 'x-ratelimit-reset-after': '4.2' }
  assert.deepEqual(readUsage!(headers, new Date()), [{ scope: 'account', usedShare: 0.8, resetSeconds: 5 }])
  assert.deepEqual(readUsage!({ ...headers, 'x-ratelimit-limit': '1' }, new Date()), [])
  assert.deepEqual(readUsage!({}, new Date()), [])
})

test('a channel is read page by page: each message of a person once, with files that stay readable', async () => {
  const session = await signIn()
  const channel = session.entity.externalId
  const list = async (cursor: string | null) => messages!.list!(session, { cursor })
  const first = await list(null)
  assert.deepEqual([first.items, first.cursor, first.hasMore], [[], '0', false])
  for (let count = 0; count < 130; count++) fake.write(channel, `Hi ${count}`)
  fake.write(channel, 'joined', { type: 7 })
  fake.write(channel, 'hook', { webhook_id: '5' })
  await publish!.mutate(session, createAttempt('Own'))
  const file = {
    id: '77',
    filename: 'a.txt',
    size: 5,
    url: `${fake.url}/files/a.txt`,
    proxy_url: '',
    content_type: 'text/plain',
  }
  const withFile = fake.write(channel, 'File', {
    attachments: [file],
    author: { ...fake.write(channel, 'x').author, id: '900000000000000002' },
  })
  const second = await list(first.cursor)
  const third = await list(second.cursor)
  assert.deepEqual([second.items.length, second.hasMore, third.hasMore], [100, true, false])
  const last = third.items.at(-1)
  assert.ok(last?.kind === 'message')
  assert.deepEqual(
    [third.items.length, last.externalId, last.conversationExternalId, last.attachments[0]?.['mime']],
    [32, `${channel}:${withFile.id}`, `${channel}:900000000000000002`, 'text/plain'],
  )
  assert.deepEqual((await list(third.cursor)).items, [])
  const opened = await messages!.openAttachment!(session, last.attachments[0] ?? {})
  assert.deepEqual([opened?.mime, opened?.bytes.toString()], ['text/plain', 'hello'])
  const gone = await catchPlatformError(messages!.openAttachment!(session, { ...last.attachments[0], id: 'gone' }))
  assert.equal(gone.rule, 'discord.attachment.not_found')
  fake.hasContentIntent = false
  assert.deepEqual(
    (await checkHealth(session)).issues.map(({ code }) => code),
    ['discord_message_content_intent'],
  )
  fake.hasContentIntent = true
})

test('a reply mentions only its person, may have a file, and is found after its response is lost', async () => {
  const session = await signIn()
  const channel = session.entity.externalId
  const person = { externalId: '900000000000000001', name: null, username: 'ada', avatarUrl: null }
  const to = { conversationExternalId: `${channel}:${person.externalId}`, participant: person, handle: 'msg_1' }
  fake.faults.push({ fault: 'drop_after', matches: isRequestFrom(session) })
  const intentAt = new Date()
  assert.equal((await catchPlatformError(messages!.send(session, { ...to, body: 'Yes @everyone' }))).kind, 'ambiguous')
  assert.deepEqual(lastPayload()['allowed_mentions'], { users: [person.externalId] })
  const found = await messages!.find!(session, { ...to, body: 'Yes @everyone' }, { intentAt, otherIds: [] })
  assert.ok(found)
  const other = { intentAt, otherIds: [found.externalId] }
  assert.equal(await messages!.find!(session, { ...to, body: 'Yes @everyone' }, other), undefined)
  const sent = await messages!.sendMedia!(session, { ...to, handle: 'msg_2', medium: picture(), caption: null })
  const message = fake.messages.get(sent.externalId.split(':')[1] ?? '')
  assert.deepEqual([message.content, message.attachments.length], ['<@900000000000000001>', 1])
  const long = await catchPlatformError(messages!.send(session, { ...to, body: 'x'.repeat(1990) }))
  assert.equal(long.rule, 'discord.text.max_characters')
})

test('invalid messages are refused before they are sent, and boosted servers accept larger files', () => {
  const rules = (draft: Partial<Draft>, metadata = {}) =>
    validate({ text: '', media: [], options: {}, ...draft }, { kind: 'text_channel', metadata }).map(({ rule }) => rule)
  const embed = { title: 'Card', description: 'x'.repeat(4000) }
  assert.deepEqual(rules({ options: { embeds: [embed] } }), [])
  assert.deepEqual(rules({ options: { embeds: [embed, embed] } }), ['discord.embeds.max_characters'])
  assert.deepEqual(rules({ text: 'x', options: { embeds: [{}] } }), ['discord.embeds.empty'])
  assert.deepEqual(rules({ media: [picture({ bytes: 11_000_000 })] }), ['discord.image.max_bytes'])
  assert.deepEqual(rules({ media: [picture({ bytes: 11_000_000 })] }, { file_bytes_max: 52_428_800 }), [])
  const three = Array.from({ length: 3 }, () => picture({ bytes: 10_000_000 }))
  assert.deepEqual(rules({ media: three }), ['discord.media.max_bytes'])
  assert.deepEqual(rules({ text: 'x', options: { alt_texts: ['a'] } }), ['discord.alt_texts.max_count'])
})

test('through the API: connect, choose a channel, publish, read messages, reply, unpublish', async () => {
  const world = await bootPlatform(new Map([['https://discord.com', fake.url]]), {})
  const { live, queue } = world
  const bot = fake.addBot()
  const channel = fake.addChannel(fake.addGuild(bot))
  const { id } = await startConnection(live, world.profile, { platform: 'discord' })
  const complete = (bot_token: string) => live('POST', `/v1/connections/${id}/complete`, { credentials: { bot_token } })
  const guessed = bot.token.replace(/.{10}$/, 'x'.repeat(10))
  const wrong = await complete(guessed)
  assert.equal(wrong.status, 422, wrong.text)
  assert.ok(!wrong.text.includes(guessed), wrong.text)
  assert.equal((await complete(bot.token)).status, 200)
  const chosen = await live('POST', `/v1/connections/${id}/select`, { external_id: channel.id })
  assert.equal(chosen.status, 200, chosen.text)
  const account = chosen.body
  const media_ids = [await ingestImage(live, queue)]
  const read = await world.publish({ content: 'Hello', media_ids, targets: [{ account_id: account.id }] })
  const post = await read()
  assert.equal(post.status, 'published', JSON.stringify(post))
  assert.ok(post.targets[0].external_url.startsWith(`https://discord.com/channels/${channel.guild_id}/${channel.id}/`))
  fake.write(channel.id, 'When do you open?')
  await world.pass(120)
  const [conversation] = (await live('GET', '/v1/conversations')).body.data
  assert.equal(conversation.participant.username, 'ada')
  const talk = `/v1/conversations/${conversation.id}/messages`
  const sent = await live('POST', talk, { body: 'At nine' })
  assert.ok(sent.status < 300, sent.text)
  await queue.idle()
  const shown = () =>
    [...fake.messages.values()].filter((one) => one.channel_id === channel.id).map((one) => one.content)
  assert.ok(shown().includes('<@900000000000000001> At nine'), shown().join())
  const received = await world.listEvents('message.received')
  assert.equal(received.length, 1)
  assert.equal((await live('POST', `/v1/accounts/${account.id}/health`)).body.health.status, 'healthy')
  const removed = await live('POST', `/v1/posts/${post.id}/unpublish`)
  assert.ok(removed.status < 300, removed.text)
  await queue.idle()
  assert.ok(!shown().includes('Hello'))
})

test("every request and response matches Discord's description", { skip }, () => {
  const checkExchange = readDiscordDescription()
  assert.ok(fake.exchanges.length > 50)
  for (const exchange of fake.exchanges.filter(({ request }) => !request.path.startsWith('/files/')))
    if (exchange.reply.status < 400) assert.deepEqual(checkExchange(exchange), [], exchange.request.path)
})
