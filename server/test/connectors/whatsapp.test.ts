import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FoundMessage } from '../../src/connectors/inbox.ts'
import type { Http, Session, UnexpectedShape } from '../../src/connectors/session.ts'
import { connector as whatsapp } from '../../src/connectors/whatsapp/connector.ts'
import { errors } from '../../src/connectors/whatsapp/errors.ts'
import { catchPlatformError, picture, videoFile } from '../support/connectors/loopback.ts'
import { startWhatsApp } from '../support/connectors/whatsapp.ts'
import { readWhatsAppDescription, skip } from '../support/connectors/whatsapp-description.ts'
import { Refusal } from '../support/connectors/whatsapp-graph.ts'
import { signPush } from '../support/connectors/whatsapp-pushes.ts'

const { fake, call, signIn } = await startWhatsApp()
const { messages, templates, numbers, inbound } = whatsapp
if (!messages || !templates || !numbers || !inbound) throw new Error('WhatsApp has all of these')

const PERSON = '15550100123'
const REDIRECT = 'https://quoin.example.com/v1/oauth/whatsapp/callback'

const outgoing = (session: Session, person = PERSON, handle = 'msg_1') => ({
  ...messages.conversationWith!(session.entity.externalId, `+${person}`),
  conversationExternalId: messages.conversationWith!(session.entity.externalId, `+${person}`).externalId,
  handle,
})

test('a token of another app, an invalid token and a business account of others are refused, each with its reason', async () => {
  const { token, id } = fake.newBusiness()
  const enter = (access_token: string) => whatsapp.auth.signIn!(call, { access_token, business_account_id: id })
  fake.tokens.get(token)!.appId = '2002'
  const other = await catchPlatformError(enter(token))
  assert.deepEqual([other.kind, other.rule], ['invalid', 'whatsapp.token.other_app'])
  const unknown = await catchPlatformError(enter('EAAunknownTokenOfNoUser'))
  assert.deepEqual([unknown.kind, unknown.rule], ['auth', 'whatsapp.token.invalid'])
  assert.ok(!JSON.stringify([other, unknown]).includes(token))
  const mine = fake.newBusiness()
  const foreign = { access_token: mine.token, business_account_id: id }
  assert.equal((await catchPlatformError(whatsapp.auth.signIn!(call, foreign))).rule, 'whatsapp.object.missing')
})

test('Facebook Login returns the business accounts that the person shared, and embedded signup sends its configuration', async () => {
  const { token, id } = fake.newBusiness()
  const second = fake.newBusiness()
  const { oauth } = whatsapp.auth
  const ask = (options: object) =>
    oauth!.authorize(call, {
      redirectUri: REDIRECT,
      state: 's',
      codeVerifier: 'v',
      codeChallenge: 'c',
      scopes: whatsapp.platform.auth.scopes,
      options: options as Record<string, unknown>,
    })
  const signup = new URL((await ask({ config_id: '123456' })).url)
  assert.equal(signup.searchParams.get('config_id'), '123456')
  const { url } = await ask({})
  assert.equal(new URL(url).searchParams.get('scope'), 'whatsapp_business_management,whatsapp_business_messaging')
  const back = { redirectUri: REDIRECT, codeVerifier: 'v', options: {}, handshake: null, params: {} }
  const one = await oauth!.exchange(call, { ...back, code: fake.approve(url, token) })
  assert.equal(one.identity.externalId, id)
  assert.deepEqual(one.scopes, ['whatsapp_business_management', 'whatsapp_business_messaging'])
  fake.tokens.get(token)!.businessAccounts.add(second.id)
  fake.tokens.get(token)!.expiresAt = 1_900_000_000
  const both = await oauth!.exchange(call, { ...back, code: fake.approve(url, token) })
  assert.deepEqual(both.tokens.reauthAt, new Date(1_900_000_000_000))
  const entities = await whatsapp.auth.listEntities({ ...call, tokens: both.tokens, identity: both.identity })
  assert.deepEqual(
    entities.map(({ parentExternalId }) => parentExternalId),
    [id, second.id],
  )
  const used = await catchPlatformError(oauth!.exchange(call, { ...back, code: 'used' }))
  assert.equal(used.kind, 'invalid')
})

test('numbers show quality, name and limit; a banned number cannot be selected, an unverified one can', async () => {
  const session = await signIn({ quality_rating: 'RED', name_status: 'DECLINED' })
  const business = session.entity.parentExternalId ?? ''
  fake.addNumber(business, { status: 'BANNED' })
  fake.addNumber(business, { status: 'PENDING', code_verification_status: 'NOT_VERIFIED' })
  const [first, banned, fresh] = await whatsapp.auth.listEntities(session)
  assert.deepEqual(first?.metadata['messaging_limit_tier'], 'TIER_1K')
  assert.deepEqual([banned?.selectable, banned?.unselectableReason], [false, 'WhatsApp has banned this number.'])
  assert.equal(fresh?.selectable, true)
  const codes = async (entity: object) =>
    (await whatsapp.checkHealth({ ...session, entity: { ...session.entity, ...entity } })).issues.map(
      ({ code }) => code,
    )
  assert.deepEqual(await codes({}), ['whatsapp_quality_low', 'whatsapp_name_not_approved'])
  assert.deepEqual(await codes({ externalId: fresh?.externalId }), ['whatsapp_number_not_verified'])
  assert.deepEqual(await codes({ externalId: '9' }), ['whatsapp_number_missing'])
  fake.tokens.get(session.tokens.access)!.businessAccounts.clear()
  assert.deepEqual(await codes({}), ['whatsapp_number_missing'], 'the access was withdrawn and the token is valid')
})

test('every documented error has its kind and rule, and only errors of the token end the sign-in', async () => {
  const session = await signIn()
  for (const [key, known] of Object.entries(errors)) {
    const [code, subcode] = key.split('/').map(Number)
    const refusal = new Refusal(code ?? 0, 'Said by Meta', subcode === undefined ? {} : { error_subcode: subcode })
    const http = async () => ({
      status: refusal.reply.status,
      headers: {},
      body: Buffer.from(JSON.stringify(refusal.reply.body)),
      isTruncated: false,
    })
    const failure = await catchPlatformError(
      messages.send({ ...session, http }, { ...outgoing(session), body: 'Hello' }),
    )
    const kind = known.kind === 'transient' ? 'ambiguous' : known.kind
    assert.deepEqual([failure.kind, failure.rule], [kind, `whatsapp.${known.rule}`], key)
    assert.equal(failure.kind === 'auth', key === '0')
    if (kind === 'rate_limited') assert.ok((failure.retryAfterSeconds ?? 0) > 0, key)
    if (kind === 'invalid') assert.ok(failure.remediation, key)
  }
})

test('a throttled business account has a time to wait, and responses report the usage', async () => {
  const session = await signIn()
  fake.throttled = 1
  const failure = await catchPlatformError(whatsapp.checkHealth(session))
  assert.deepEqual([failure.kind, failure.retryAfterSeconds], ['rate_limited', 420])
  const headers = { 'x-business-use-case-usage': '{"1":[{"type":"whatsapp","call_count":40}]}' }
  assert.deepEqual(whatsapp.readUsage?.(headers, new Date()), [{ scope: 'account', usedShare: 0.4, resetSeconds: 900 }])
})

test('the response names a person whose id differs from the dialed number', async () => {
  const session = await signIn()
  fake.receive(session.entity.externalId, '551187654321', { type: 'text', text: { body: 'Oi' } })
  fake.knownAs.set('5511987654321', '551187654321')
  const sent = await messages.send(session, { ...outgoing(session, '5511987654321'), body: 'Olá' })
  assert.equal(sent.conversationExternalId, `${session.entity.externalId}:551187654321`)
  const same = await messages.send(session, { ...outgoing(session, '551187654321'), body: 'Olá' })
  assert.equal(same.conversationExternalId, undefined)
})

test('a person without a phone number gets messages by the id that Meta issued', async () => {
  const session = await signIn()
  const { externalId } = session.entity
  const value = {
    metadata: { phone_number_id: externalId },
    contacts: [{ profile: { name: 'Ada', username: 'ada' }, user_id: 'US.13491208655302741918' }],
    messages: [
      { from_user_id: 'US.13491208655302741918', id: 'w', timestamp: '1', type: 'text', text: { body: 'Hi' } },
    ],
  }
  const push = signPush('any', { businessAccountId: '77', field: 'messages', value })
  const [found] = inbound.read(push) as readonly FoundMessage[]
  assert.equal(found?.participant.username, 'ada')
  assert.ok(found)
  const { conversationExternalId, participant } = found
  const sent = await messages.send(session, { conversationExternalId, participant, handle: 'msg_2', body: 'Hello' })
  assert.equal(sent.conversationExternalId, undefined)
  const { body } = fake.messages.at(-1)
  assert.deepEqual([body.to, body.recipient], [undefined, 'US.13491208655302741918'])
})

test('text that is too long is refused before it is sent, and links get a preview', async () => {
  const session = await signIn()
  const before = fake.messages.length
  const long = { ...outgoing(session), body: 'a'.repeat(4097) }
  const failure = await catchPlatformError(messages.send(session, long))
  assert.deepEqual([failure.kind, failure.rule], ['invalid', 'whatsapp.message.max_text'])
  assert.equal(fake.messages.length, before)
  await messages.send(session, { ...outgoing(session), body: 'See https://example.com' })
  assert.equal(fake.messages.at(-1).body.text.preview_url, true)
})

test('a file is uploaded and sent by its id, within the limits of its type', async () => {
  const session = await signIn()
  const media = (medium: ReturnType<typeof picture>, caption: string | null) =>
    messages.sendMedia!(session, { ...outgoing(session), medium, caption })
  await media(picture(), 'A dot')
  const { body } = fake.messages.at(-1)
  assert.deepEqual([body.type, body.image.caption], ['image', 'A dot'])
  const stored = fake.media.get(body.image.id)
  assert.equal(stored.content.length, picture().bytes)
  assert.equal(stored.mime, 'image/png')
  await media(videoFile(), null)
  assert.equal(fake.messages.at(-1).body.type, 'video')
  await media(picture({ mime: 'application/pdf' }), null)
  assert.equal(fake.messages.at(-1).body.document.filename, 'document.pdf')
  const refused = async (medium: ReturnType<typeof picture>, caption: string | null = null) =>
    (await catchPlatformError(media(medium, caption))).rule
  assert.equal(await refused(picture({ bytes: 5 * 1_048_576 + 1 })), 'whatsapp.media.max_bytes')
  assert.equal(await refused(picture({ mime: 'image/gif' })), 'whatsapp.media.type')
  assert.equal(await refused(picture({ mime: 'audio/ogg' }), 'Listen'), 'whatsapp.media.caption')
})

test("a person's file is read with our token, and a file with another digest is refused", async () => {
  const session = await signIn()
  const id = fake.addFile(session.entity.externalId, 'text/plain', Buffer.from('Hello'))
  const open = () => messages.openAttachment!(session, { type: 'document', id, mime: 'text/plain' })
  assert.deepEqual(await open(), { mime: 'text/plain', bytes: Buffer.from('Hello') })
  fake.media.get(id).sha256 = 'GF+NsyJx/iX1Yab8k4suJkMG7DBO2lGAB9F2SCY4GWk='
  assert.equal((await open())?.bytes.toString(), 'Hello', 'the digest may be in Base64')
  fake.media.get(id).sha256 = '00'.repeat(32)
  assert.equal((await catchPlatformError(open())).kind, 'unavailable')
  const gone = await catchPlatformError(
    messages.openAttachment!(session, { type: 'image', id: '404', mime: 'image/png' }),
  )
  assert.equal(gone.rule, 'whatsapp.object.missing')
})

test("webhooks go to the app's address, or around it if it belongs to another program", async () => {
  const session = await signIn()
  const account = fake.businessAccounts.get(session.entity.parentExternalId ?? '')
  const url = 'https://quoin.example.com/v1/inbound/whatsapp'
  fake.appSubscription = null
  await inbound.subscribe!(session, url)
  await inbound.subscribe!(session, url)
  assert.equal(fake.appSubscription.callback_url, url)
  assert.deepEqual(account.subscribed, {})
  const query = { 'hub.mode': 'subscribe', 'hub.verify_token': fake.appSubscription.verifyToken, 'hub.challenge': '42' }
  assert.equal(await inbound.challenge!(call, { body: '', headers: {}, query }), '42')
  fake.appSubscription.callback_url = 'https://other.example.com/hooks'
  await inbound.subscribe!(session, url)
  assert.equal(fake.appSubscription.callback_url, 'https://other.example.com/hooks')
  assert.equal(account.subscribed.override_callback_uri, url)
  await inbound.unsubscribe!(session)
  assert.equal(account.subscribed, null)
})

test('a region is set before the registration, once, and an unknown one is refused', async () => {
  const session = await signIn({ status: 'PENDING' })
  const number = fake.numbers.get(session.entity.externalId)
  const register = (dataLocalizationRegion: string | null) =>
    numbers.register(session, { pin: '123456', dataLocalizationRegion })
  assert.equal((await catchPlatformError(register('XX'))).rule, 'whatsapp.number.region')
  await register('de')
  assert.deepEqual(number.storage, { status: 'IN_COUNTRY_STORAGE_ENABLED', data_localization_region: 'DE' })
  assert.equal(number.status, 'CONNECTED')
  await register('DE')
  const other = await catchPlatformError(register('BR'))
  assert.equal(other.kind, 'invalid', 'a registered number keeps its region')
})

test('templates with named placeholders are created as such, listed over all pages and deleted in one language', async () => {
  const session = await signIn()
  const text = 'Hello {{first_name}}, welcome.'
  const body = {
    type: 'BODY',
    text,
    example: { body_text_named_params: [{ param_name: 'first_name', example: 'Ada' }] },
  }
  const create = (name: string, language: string, components: object[] = [body]) =>
    templates.create(session, {
      name,
      language,
      category: 'utility',
      components: components as Record<string, unknown>[],
    })
  const english = await create('welcome', 'en_US')
  const german = await create('welcome', 'de')
  assert.equal(fake.templates.get(english.externalId).parameter_format, 'NAMED')
  assert.equal(english.category, 'UTILITY')
  const refused = await catchPlatformError(create('ends', 'en_US', [{ type: 'BODY', text: 'Hi {{1}}', example: {} }]))
  assert.equal(refused.rule, 'whatsapp.template.parameter_position')
  for (let count = 0; count < 105; count++) await create(`plain_${count}`, 'en', [{ type: 'BODY', text: 'Hi' }])
  const first = await templates.list(session, { cursor: null })
  const second = await templates.list(session, { cursor: first.cursor })
  assert.deepEqual([first.items.length, first.hasMore, second.items.length, second.hasMore], [100, true, 7, false])
  assert.equal((await templates.list(session, { cursor: second.cursor })).items.length, 100, 'from the start again')
  await templates.delete(session, english)
  assert.ok(fake.templates.has(german.externalId))
  const foreign = await catchPlatformError(templates.delete(session, { externalId: german.externalId, name: 'other' }))
  assert.equal(foreign.kind, 'invalid', 'it is still there')
})

/** A session that changes the text of every response, and the reports of what could not be read. */
function changeResponses(session: Session, change: (text: string) => string) {
  const reported: UnexpectedShape[] = []
  const http: Http = async (request) => {
    const reply = await session.http(request)
    return { ...reply, body: Buffer.from(change(reply.body.toString())) }
  }
  const report = (unexpected: UnexpectedShape) => void reported.push(unexpected)
  return { session: { ...session, http, report }, reported }
}

test('a template or a number that cannot be read is not taken for absent, and the operator sees the response', async () => {
  const session = await signIn()
  const components = [{ type: 'BODY', text: 'Hi' }]
  await templates.create(session, { name: 'unreadable', language: 'en', category: 'utility', components })
  const [named, numbered] = ['"unreadable"', `"${session.entity.externalId}"`].map((found) =>
    changeResponses(session, (text) => text.replace(found, '{}')),
  )
  const lost = await catchPlatformError(templates.list(named!.session, { cursor: null }))
  const missing = await catchPlatformError(whatsapp.checkHealth(numbered!.session))
  for (const failure of [lost, missing])
    assert.deepEqual([failure.kind, failure.rule], ['unavailable', 'whatsapp.response.unexpected'])
  assert.deepEqual([named!.reported[0]?.field, numbered!.reported[0]?.field], ['data.0.name', 'data.0.id'])
})

test('a message or a template whose response lacks the id is ambiguous', async () => {
  const { session } = changeResponses(await signIn(), (text) => text.replaceAll('"id"', '"ID"'))
  const message = await catchPlatformError(messages.send(session, { ...outgoing(session), body: 'Hello' }))
  const components = [{ type: 'BODY', text: 'Hi' }]
  const template = await catchPlatformError(
    templates.create(session, { name: 'no_id', language: 'en', category: 'utility', components }),
  )
  for (const { kind, rule } of [message, template])
    assert.deepEqual([kind, rule], ['ambiguous', 'whatsapp.response.unexpected'])
})

test("our requests and the fake's responses match Meta's own description of the API", { skip }, () => {
  const checkExchange = readWhatsAppDescription()
  const others = /\/(debug_token|oauth\/access_token|1001\/subscriptions)$|^\/lookaside\//
  const ours = fake.exchanges.filter(({ request }) => !others.test(request.path))
  assert.ok(ours.length > 100)
  const faults = ours.flatMap(({ request, reply }) => checkExchange(request, reply))
  assert.deepEqual([...new Set(faults)], [])
})
