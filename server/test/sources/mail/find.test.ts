import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SourceError } from '../../../src/kit/sources.ts'
import type { FoundEmail } from '../../../src/sources/actions.ts'
import { createMailFinder } from '../../../src/sources/mail/finder.ts'
import { learnPatterns } from '../../../src/sources/mail/learn-patterns.ts'
import { createMailVerifier } from '../../../src/sources/mail/verifier.ts'
import type { SourceCall } from '../../../src/sources/source.ts'
import { addPeople, examplePerson } from '../../support/directory-people.ts'
import { boot } from '../../support/harness.ts'
import { openTestMail, type RcptScript, serveMail, serveRecords, serveZone } from '../../support/mail-world.ts'
import { startVendor } from '../../support/scripted-vendor.ts'

const NAMES = [
  'asked',
  'learned',
  'unseen',
  'mixed',
  'old',
  'catchall',
  'wild',
  'grey',
  'stuck',
  'blocked',
  'nobody',
  'pair',
  'spent',
  'shared',
  'imported',
  'sold',
  'proven',
  'well',
]
const dns = await serveZone({
  ...Object.fromEntries(NAMES.map((name) => [`${name}.example`, { mx: [`mx.${name}.example`] }])),
  ...Object.fromEntries(NAMES.map((name) => [`mx.${name}.example`, { a: '127.0.0.1' }])),
  'fails.example': { fails: 'SERVFAIL' },
  'gmail.com': { mx: ['mx.asked.example'] },
})

const script: RcptScript = (address, asked) => {
  const [name, domain] = address.split('@')
  if (domain === 'catchall.example' || domain === 'wild.example') return '250 Ok'
  if (domain === 'grey.example' && asked === 0) return '451 4.7.1 Greylisted'
  if (domain === 'stuck.example') return undefined
  if (domain === 'blocked.example') return '550 5.7.1 Not you'
  if (domain === 'nobody.example') return '550 5.1.1 User unknown'
  return name === 'aexample' ? '250 Ok' : '550 5.1.1 User unknown'
}

const server = await serveMail(script)
const on = { PROBE: 'on', PROBE_PORT: String(server.port), DNS_SERVERS: dns }
const mail = await openTestMail(on)
const asking = createMailFinder(mail)
const silent = createMailFinder(await openTestMail({ ...on, PROBE: 'off' }))
const now = new Date('2026-03-01T12:00:00.000Z')
const people = ['Grace Muster', 'Alan Beispiel', 'Edsger Exemple', 'Barbara Voorbeeld']

function ask(source: typeof asking, domain: string, full_name = 'Ada Example', call: Partial<SourceCall> = {}) {
  const [first_name = '', last_name = ''] = full_name.split(' ')
  const http = () => Promise.reject(new Error('no HTTP here'))
  return source.ask(
    { full_name, first_name, last_name, domain },
    { http, settings: {}, now, deadlineMs: 40_000, ...call },
  )
}

async function find(
  source: typeof asking,
  domain: string,
  full_name?: string,
  call?: Partial<SourceCall>,
): Promise<FoundEmail> {
  const answer = await ask(source, domain, full_name, call)
  assert.equal(answer.outcome, 'found', JSON.stringify(answer))
  return (answer as { data: FoundEmail }).data
}

async function learn(
  domain: string,
  pattern: (first: string, last: string) => string,
  names = people,
  at = now,
): Promise<void> {
  const known = names.map((full_name) => {
    const [first = '', last = ''] = full_name.toLowerCase().split(' ')
    return { email: `${pattern(first, last)}@${domain}`, name: { full_name } }
  })
  await learnPatterns(mail.db, known, at)
}

test('candidates are checked in order until one is accepted, and no further', async () => {
  assert.deepEqual(await find(asking, 'asked.example'), {
    email: 'aexample@asked.example',
    status: 'valid',
    confidence: 0.97,
    domain: 'asked.example',
    person: { full_name: 'Ada Example', first_name: 'Ada', last_name: 'Example' },
    sources: ['mail'],
    verified_at: now.toISOString(),
  })
  const asked = server.asked.filter((address) => address.endsWith('@asked.example')).slice(1)
  assert.deepEqual(asked, ['ada.example@asked.example', 'aexample@asked.example'])
})

test('the known pattern of a domain is checked first', async () => {
  await learn('learned.example', (first, last) => `${first.charAt(0)}${last}`, people.slice(0, 2))
  await ask(asking, 'learned.example')
  server.asked.length = 0
  const answer = await find(asking, 'learned.example', 'Alma Example')
  assert.equal(answer.email, 'aexample@learned.example')
  assert.deepEqual(server.asked, ['aexample@learned.example'])
})

test('without probing and without evidence nothing is found and no server is asked', async () => {
  const before = server.connections()
  assert.deepEqual(await ask(silent, 'unseen.example'), { outcome: 'not_found' })
  assert.equal(server.connections(), before)
})

test('without probing a known pattern gives an address, never a valid one', async () => {
  await learn('unseen.example', (first, last) => `${first}_${last}`)
  const answer = await find(silent, 'unseen.example')
  assert.deepEqual([answer.email, answer.status, answer.verified_at], ['ada_example@unseen.example', 'unknown', null])
  assert.ok(answer.confidence >= 0.5 && answer.confidence < 0.9, String(answer.confidence))
})

test('one address is one sighting, however often it is seen; roles and free providers are none', async () => {
  const meet = (email: string, full_name: string) => learnPatterns(mail.db, [{ email, name: { full_name } }], now)
  for (let time = 0; time < 5; time++) await meet('grace.muster@pair.example', 'Grace Muster')
  await meet('info@pair.example', 'Info Example')
  await meet('grace.muster@gmail.com', 'Grace Muster')
  const rows =
    await mail.db`select domain, pattern, seen, weight from mail_patterns where domain in ('pair.example', 'gmail.com')`
  assert.deepEqual([...rows], [{ domain: 'pair.example', pattern: '{first}.{last}', seen: 1, weight: 1 }])
  assert.deepEqual(await ask(silent, 'pair.example'), { outcome: 'not_found' })
})

test('no address is guessed at a domain with two patterns', async () => {
  await learn('mixed.example', (first, last) => `${first}.${last}`, people.slice(0, 2))
  await learn('mixed.example', (first) => first, people.slice(2))
  assert.deepEqual(await ask(silent, 'mixed.example'), { outcome: 'not_found' })
})

test('old sightings lose their weight', async () => {
  await learn('old.example', (first, last) => `${first}.${last}`, people, new Date('2021-01-01T00:00:00.000Z'))
  assert.deepEqual(await ask(silent, 'old.example'), { outcome: 'not_found' })
})

test('at a catch-all domain an address is risky with evidence and not found without', async () => {
  assert.deepEqual(await ask(asking, 'wild.example'), { outcome: 'not_found' })
  await learn('catchall.example', (first, last) => `${first}.${last}`)
  const answer = await find(asking, 'catchall.example')
  assert.deepEqual([answer.email, answer.status, answer.verified_at], ['ada.example@catchall.example', 'risky', null])
})

test('when every candidate is refused nothing is found, with or without a known pattern', async () => {
  await learn('nobody.example', (first, last) => `${first}.${last}`)
  assert.deepEqual(await ask(asking, 'nobody.example'), { outcome: 'not_found' })
  const asked = server.asked.filter((address) => address.endsWith('@nobody.example'))
  assert.equal(asked.length, 1 + 8)
})

test('a greylisted address is found at the next attempt', async () => {
  const first = await ask(asking, 'grey.example')
  assert.equal(first.outcome, 'pending')
  const { ticket, retryAfterMs } = first as { ticket: string; retryAfterMs: number }
  const answer = await find(asking, 'grey.example', undefined, { ticket, now: new Date(now.getTime() + retryAfterMs) })
  assert.deepEqual([answer.email, answer.status], ['aexample@grey.example', 'valid'])
})

test('a server that could not be asked is a failure, not a miss', async () => {
  const isKind = (kind: string) => (error: unknown) => error instanceof SourceError && error.kind === kind
  await assert.rejects(ask(asking, 'stuck.example', undefined, { deadlineMs: 2000 }), isKind('timeout'))
  await assert.rejects(ask(asking, 'fails.example'), isKind('unavailable'))
  await assert.rejects(
    ask(createMailFinder(await openTestMail({ ...on, PROBE_PORT: '1' })), 'asked.example'),
    isKind('unavailable'),
  )
  await assert.rejects(
    ask(createMailFinder(await openTestMail({ ...on, PROBE_DOMAIN_DAILY: '5' })), 'spent.example'),
    (error) => isKind('rate_limited')(error) && (error as SourceError).retryAfterMs === 12 * 3_600_000,
  )
})

test('after a refusal by policy only evidence counts; without evidence it is a failure, not a miss', async () => {
  await assert.rejects(
    ask(asking, 'blocked.example'),
    (error) => error instanceof SourceError && error.kind === 'rejected' && error.isAboutQuestion,
  )
  await learn('blocked.example', (first, last) => `${first}.${last}`)
  assert.equal((await find(asking, 'blocked.example')).status, 'unknown')
})

test('no address is looked for at free providers, nor at domains without mail', async () => {
  const before = server.connections()
  assert.deepEqual(await ask(asking, 'gmail.com'), { outcome: 'not_found' })
  assert.deepEqual(await ask(asking, 'nowhere.example'), { outcome: 'not_found' })
  assert.equal(server.connections(), before)
})

test('finder and verifier share what was learned about a domain', async () => {
  await find(asking, 'shared.example')
  server.asked.length = 0
  const verifier = createMailVerifier(mail)
  const http = () => Promise.reject(new Error('no HTTP here'))
  const answer = await verifier.ask(
    { email: 'aexample@shared.example' },
    { http, settings: {}, now, deadlineMs: 40_000 },
  )
  assert.equal(answer.outcome === 'found' && answer.data.status, 'valid')
  assert.deepEqual(server.asked, ['aexample@shared.example'])
})

const vendor = await startVendor()
/** Boots the service. Mail servers are asked if `PROBE` is on. */
const serve = (env: Record<string, string>) =>
  boot({
    env: { ...on, PROBE_HELO: 'probe.example.com', PROBE_FROM: 'probe@example.com', PROBE_PACE_MS: '0', ...env },
    sources: [vendor.source({ id: 'seller', action: 'contacts/find-email' })],
  })
const offline = await serve({ PROBE: 'off', SOURCES_FIND_EMAIL: 'directory,mail,seller', LOG_LEVEL: 'silent' })
const online = await serve({ SOURCES_FIND_EMAIL: 'directory,mail', PROBE_DOMAIN_DAILY: '10', LOG_LEVEL: 'silent' })
const findAt = ({ live }: typeof online, domain: string, name = 'Ada Example') =>
  live('POST', '/v1/data/contacts/find-email', { query: `${name}, ${domain}` })

test('imported people show the address pattern of their domain', async () => {
  assert.equal((await findAt(offline, 'imported.example')).body.data, null)
  const colleagues = people.map((full_name, n) =>
    examplePerson(n, {
      full_name,
      email: `${full_name.toLowerCase().replace(' ', '_')}@imported.example`,
      company_domain: 'imported.example',
    }),
  )
  await addPeople(offline.ctx, 'crm', colleagues)
  const { body, headers } = await findAt(offline, 'imported.example')
  assert.deepEqual([body.data?.email, body.data?.status], ['ada_example@imported.example', 'unknown'])
  assert.equal(headers.get('x-credits-charged'), '5')
  const [lesson] = await offline.db`select seen from mail_patterns where domain = 'imported.example'`
  assert.equal(lesson?.['seen'], 4)
})

test('an address that a vendor calls valid shows the pattern too, a risky one does not', async () => {
  const sell = (full_name: string, status: string) => {
    const email = `${full_name.toLowerCase().replace(' ', '.')}@sold.example`
    const person = { full_name, first_name: null, last_name: null }
    const found = { email, status, confidence: 0.9, domain: 'sold.example', person, sources: ['seller'] }
    vendor.script('seller', { found: { ...found, verified_at: null } })
    return findAt(offline, 'sold.example', full_name)
  }
  for (const name of people) assert.equal((await sell(name, 'risky')).status, 200)
  vendor.script('seller', 'miss')
  assert.equal((await findAt(offline, 'sold.example')).body.data, null)
  for (const name of people) assert.equal((await sell(name, 'valid')).status, 200)
  vendor.script('seller', 'miss')
  assert.equal((await findAt(offline, 'sold.example')).body.data?.email, 'ada.example@sold.example')
})

test('the pattern of a confirmed address is learned', async () => {
  assert.equal((await findAt(online, 'proven.example')).body.data?.status, 'valid')
  const rows = await online.db`select pattern, seen from mail_patterns where domain = 'proven.example'`
  assert.deepEqual([...rows], [{ pattern: '{f}{last}', seen: 1 }])
})

test('a domain that cannot be asked does not keep other domains from being asked', async () => {
  for (let n = 0; n < 6; n++) assert.equal((await findAt(online, 'fails.example')).status, 502)
  assert.equal((await findAt(online, 'nobody.example')).status, 200)
  const spent = await findAt(online, 'nobody.example', 'Bob Example')
  const midnight = 86_400 - (Math.floor(online.ctx.clock.now().getTime() / 1000) % 86_400)
  assert.deepEqual(
    [spent.status, spent.body.reason, spent.headers.get('retry-after')],
    [502, 'rate_limited', String(midnight)],
  )
  assert.equal((await findAt(online, 'blocked.example')).body.reason, 'rejected')
  assert.equal((await findAt(online, 'well.example')).body.data?.email, 'aexample@well.example')
})

test('a call does not wait for greylisting: it returns at once that nothing is known', async () => {
  const reply = await online.live('POST', '/v1/data/contacts/verify-email', { query: 'ada@grey.example' })
  assert.deepEqual([reply.status, reply.headers.get('x-credits-charged')], [200, '0'])
  assert.deepEqual([reply.body.data.status, reply.body.data.sub_status], ['unknown', 'greylisted'])
})

test('a name server that denies every name bills nothing: no verdict, and a failure instead of a miss', async () => {
  const denying = await serveRecords(() => undefined)
  const lost = await serve({ SOURCES_FIND_EMAIL: 'directory,mail', DNS_SERVERS: denying, LOG_LEVEL: 'silent' })
  const verified = await lost.live('POST', '/v1/data/contacts/verify-email', { query: 'ada@well.example' })
  assert.deepEqual([verified.status, verified.headers.get('x-credits-charged')], [200, '0'])
  assert.deepEqual([verified.body.data.status, verified.body.data.sub_status], ['unknown', 'dns_unreliable'])
  const found = await findAt(lost, 'well.example')
  assert.deepEqual(
    [found.status, found.body.code, found.headers.get('x-credits-charged')],
    [502, 'upstream_error', '0'],
  )
})
