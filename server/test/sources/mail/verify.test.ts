import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { test } from 'node:test'
import type { VerifiedEmail } from '../../../src/sources/actions.ts'
import { createMailVerifier } from '../../../src/sources/mail/verifier.ts'
import type { SourceCall } from '../../../src/sources/source.ts'
import { atEnd } from '../../support/harness.ts'
import {
  openTestMail,
  type RcptScript,
  ROOT_ZONE,
  serveMail,
  serveRecords,
  serveZone,
} from '../../support/mail-world.ts'
import { serveNames } from '../../support/name-server.ts'

const PLAIN =
  'good catchall grey tarpit hangup policy blocked picky shy busy paced full quick twice later soon secret'.split(' ')
const dns = await serveZone({
  ...Object.fromEntries(PLAIN.map((name) => [`${name}.example`, { mx: [`mx.${name}.example`] }])),
  ...Object.fromEntries(PLAIN.map((name) => [`mx.${name}.example`, { a: '127.0.0.1' }])),
  'second.example': { mx: ['dead.second.example', 'mx.good.example'] },
  'dead.second.example': { a: '127.0.0.1' },
  'implicit.example': { a: '127.0.0.1' },
  'null.example': { mx: ['.'] },
  'text.example': {},
  'ghost.example': { mx: ['nowhere.example'] },
  'fails.example': { fails: 'SERVFAIL' },
  'half.example': { mx: ['fails.example'] },
  'private.example': { mx: ['inside.example'] },
  'inside.example': { a: '10.0.0.5' },
  'metadata.example': { mx: ['169.254.169.254.example'] },
  '169.254.169.254.example': { a: '169.254.169.254' },
  'mailinator.com': { mx: ['mx.good.example'] },
  'inbox.mailinator.com': { mx: ['mx.good.example'] },
  '1secmail.com': { mx: ['mx.good.example'] },
  'mozmail.com': { mx: ['mx.good.example'] },
  'consumer.example': { mx: ['x.olc.protection.outlook.com'] },
  'x.olc.protection.outlook.com': { a: '127.0.0.1' },
  'office.example': { mx: ['office-example.mail.protection.outlook.com'] },
  'office-example.mail.protection.outlook.com': { a: '127.0.0.1' },
})

const script: RcptScript = (address, asked) => {
  const [name, domain] = address.split('@')
  if (domain === 'catchall.example') return '250 Ok'
  if (domain === 'grey.example' || domain === 'soon.example')
    return asked === 0 ? '451 4.7.1 Greylisted' : name === 'ada' ? '250 Ok' : '550 5.1.1 User unknown'
  if (domain === 'later.example') return '450 4.3.0 Try again later'
  if (domain === 'tarpit.example') return undefined
  if (domain === 'hangup.example') return null
  if (domain === 'policy.example') return name === 'ada' ? '550 5.7.1 Not for you' : '550 5.1.1 User unknown'
  if (domain === 'blocked.example') return '554 5.7.1 Client host blocked using Spamhaus'
  if (domain === 'full.example' && name === 'ada') return '552 5.2.2 Mailbox full'
  if (domain === 'office.example')
    return name === 'ada' ? '250 Ok' : '550 5.4.1 Recipient address rejected: Access denied'
  return name === 'ada' || name === 'info' ? '250 Ok' : '550 5.1.1 User unknown'
}

const server = await serveMail(script)
const on = { PROBE: 'on', PROBE_PORT: String(server.port), DNS_SERVERS: dns }
const mail = await openTestMail(on)
const verifier = createMailVerifier(mail)
const start = new Date('2026-03-01T12:00:00.000Z')

async function ask(email: string, call: Partial<SourceCall> = {}, source = verifier) {
  const http = () => Promise.reject(new Error('no HTTP here'))
  return source.ask({ email }, { http, settings: {}, now: start, deadlineMs: 25_000, ...call })
}

async function verify(email: string, call: Partial<SourceCall> = {}, source = verifier): Promise<VerifiedEmail> {
  const answer = await ask(email, call, source)
  assert.equal(answer.outcome, 'found', JSON.stringify(answer))
  return (answer as { data: VerifiedEmail }).data
}

async function verdict(email: string, call: Partial<SourceCall> = {}, source = verifier): Promise<string> {
  const { status, sub_status } = await verify(email, call, source)
  return `${status}/${sub_status}`
}

test('an accepted address of a domain that refuses others is valid', async () => {
  assert.deepEqual(await verify('ada@good.example'), {
    email: 'ada@good.example',
    status: 'valid',
    sub_status: 'accepted',
    mx: 'mx.good.example',
    catch_all: false,
    disposable: false,
    role: false,
    checked_at: start.toISOString(),
  })
})

test('a refused address is invalid, a disabled or full mailbox has its own sub-status, a role is risky', async () => {
  assert.equal(await verdict('nobody@good.example'), 'invalid/mailbox_not_found')
  assert.equal(await verdict('ada@full.example'), 'risky/full_mailbox')
  const role = await verify('info@good.example')
  assert.deepEqual([role.status, role.sub_status, role.role], ['risky', 'role', true])
})

test('an address to which no mail can be sent is invalid without asking any server', async () => {
  assert.equal(await verdict('a..b@good.example'), 'invalid/syntax')
  assert.equal(await verdict('ada@nowhere.example'), 'invalid/domain_not_found')
  assert.equal(await verdict('ada@null.example'), 'invalid/null_mx')
  assert.equal(await verdict('ada@text.example'), 'invalid/no_mx')
  assert.equal(await verdict('ada@ghost.example'), 'invalid/no_mx')
})

test('a failing name server makes no address invalid', async () => {
  assert.equal(await verdict('ada@fails.example'), 'unknown/dns_failed')
  assert.equal(await verdict('ada@half.example'), 'unknown/dns_failed')
})

test('a name server that denies every name makes no address invalid', async () => {
  const denying = await serveRecords(() => undefined)
  const source = createMailVerifier(await openTestMail({ ...on, DNS_SERVERS: denying }))
  assert.equal(await verdict('ada@good.example', {}, source), 'unknown/dns_unreliable')
})

test('a domain is invalid only when two resolutions agree, by another name server where there is one', async () => {
  const empty = await serveZone({})
  const knowing = await serveZone({
    'good.example': { mx: ['mx.good.example'] },
    'mx.good.example': { a: '127.0.0.1' },
  })
  const source = createMailVerifier(await openTestMail({ ...on, DNS_SERVERS: `${empty},${knowing}` }))
  assert.equal(await verdict('ada@good.example', {}, source), 'unknown/dns_unreliable')
  assert.equal(await verdict('ada@nowhere.example', {}, source), 'invalid/domain_not_found')
  let asked = 0
  const flapping = await serveRecords((name) => (name in ROOT_ZONE ? ROOT_ZONE[name] : asked++ > 0 ? {} : undefined))
  const unsure = createMailVerifier(await openTestMail({ ...on, DNS_SERVERS: flapping }))
  assert.equal(await verdict('ada@nowhere.example', {}, unsure), 'unknown/dns_unreliable')
})

test('the answer comes in time, however many name servers do not answer', async () => {
  const servers = [await serveNames({}), await serveNames({}), await serveNames({})].map(
    ({ server: address }) => address,
  )
  const source = createMailVerifier(await openTestMail({ ...on, DNS_SERVERS: servers.join() }))
  const began = performance.now()
  assert.equal(await verdict('ada@domain.dead', {}, source), 'unknown/dns_failed')
  const ms = performance.now() - began
  assert.ok(ms < source.timeoutMs, `${ms} ms: a source that is late is left alone, for every workspace`)
})

test('a domain without MX takes mail at its own address', async () => {
  const answer = await verify('ada@implicit.example')
  assert.deepEqual([answer.status, answer.mx], ['valid', 'implicit.example'])
})

test('a server at a private address is never connected to', async () => {
  assert.equal(await verdict('ada@private.example'), 'unknown/private_mx')
  assert.equal(await verdict('ada@metadata.example'), 'unknown/private_mx')
  const closed = createMailVerifier(await openTestMail({ ...on, OUTBOUND_ALLOW_LOOPBACK: 'no' }))
  const before = server.connections()
  assert.equal(await verdict('ada@good.example', {}, closed), 'unknown/private_mx')
  assert.equal(server.connections(), before)
})

test('a domain that accepts the control address is catch-all, and is not probed again for a week', async () => {
  const first = await verify('ada@catchall.example')
  assert.deepEqual([first.status, first.sub_status, first.catch_all], ['risky', 'catch_all', true])
  const before = server.connections()
  assert.equal(
    await verdict('bob@catchall.example', { now: new Date(start.getTime() + 6 * 86_400_000) }),
    'risky/catch_all',
  )
  assert.equal(server.connections(), before)
  assert.equal(
    await verdict('bob@catchall.example', { now: new Date(start.getTime() + 8 * 86_400_000) }),
    'risky/catch_all',
  )
  assert.equal(server.connections(), before + 1)
})

test('the control address of a domain is checked once a day, in the same connection', async () => {
  const before = server.connections()
  await verify('ada@quick.example')
  assert.equal(server.connections(), before + 1)
  await verify('bob@quick.example')
  const asked = server.asked.filter((address) => address.endsWith('@quick.example'))
  assert.equal(asked.length, 3)
  assert.match(asked[0] ?? '', /^[a-z0-9]{20}@/)
  assert.deepEqual(asked.slice(1), ['ada@quick.example', 'bob@quick.example'])
})

test('a greylisted address is checked again after the wait, with the same control address', async () => {
  const first = await ask('ada@grey.example')
  assert.equal(first.outcome, 'pending')
  const { ticket, retryAfterMs } = first as { ticket: string; retryAfterMs: number }
  assert.equal(retryAfterMs, 120_000)
  const later = new Date(start.getTime() + retryAfterMs)
  assert.equal(await verdict('ada@grey.example', { ticket, now: later }), 'valid/accepted')
  const asked = server.asked.filter((address) => address.endsWith('@grey.example'))
  assert.deepEqual(asked.slice(0, 2), asked.slice(2))
})

test('a greylisted address is unknown until the next attempt', async () => {
  const answer = await ask('ada@soon.example')
  assert.equal(answer.outcome === 'pending' && answer.interim?.sub_status, 'greylisted')
})

test('a server that greylists forever leaves the address unknown after four more attempts', async () => {
  const waits: number[] = []
  let [call, now]: [Partial<SourceCall>, number] = [{}, start.getTime()]
  for (;;) {
    const answer = await ask('ada@later.example', { ...call, now: new Date(now) })
    if (answer.outcome !== 'pending') break
    waits.push(answer.retryAfterMs / 60_000)
    now += answer.retryAfterMs
    call = { ticket: answer.ticket }
  }
  assert.deepEqual(waits, [2, 8, 30, 120])
  assert.equal(await verdict('ada@later.example', { ...call, now: new Date(now) }), 'unknown/greylisted')
})

test('a tarpit takes no longer than the deadline and makes no address invalid', async () => {
  // Without the deadline of the call the session never ends: the server stays silent.
  assert.equal(await verdict('ada@tarpit.example', { deadlineMs: 2000 }), 'unknown/timeout')
})

test('a server that disconnects makes no address invalid', async () => {
  assert.equal(await verdict('ada@hangup.example'), 'unknown/disconnected')
})

test('a refusal by policy is about the sender: unknown', async () => {
  assert.equal(await verdict('ada@policy.example'), 'unknown/blocked')
})

test('a server that blocks us is not asked for a while', async () => {
  assert.equal(await verdict('ada@blocked.example'), 'unknown/blocked')
  const before = server.connections()
  assert.equal(await verdict('bob@blocked.example'), 'unknown/blocked')
  assert.equal(server.connections(), before)
})

test('disposable mailboxes and unverifiable providers are not asked', async () => {
  const before = server.connections()
  const thrown = await verify('ada@mailinator.com')
  assert.deepEqual([thrown.status, thrown.sub_status, thrown.disposable], ['risky', 'disposable', true])
  assert.equal(await verdict('ada@consumer.example'), 'unknown/provider_unverifiable')
  assert.equal(server.connections(), before)
})

test('providers of disposable mailboxes are known with their subdomains; forwarding to a real mailbox is not disposable', async () => {
  for (const domain of ['1secmail.com', 'inbox.mailinator.com'])
    assert.equal(await verdict(`ada@${domain}`), 'risky/disposable', domain)
  assert.equal((await verify('ada@mozmail.com')).disposable, false)
})

test('Microsoft is asked about one address per connection and answers "access denied" for an unknown one', async () => {
  const before = server.connections()
  assert.equal(await verdict('ada@office.example'), 'valid/accepted')
  assert.equal(server.connections(), before + 2)
  assert.equal(await verdict('bob@office.example'), 'invalid/mailbox_not_found')
})

test('with probing off no server is connected to and the status is unknown', async () => {
  const off = createMailVerifier(await openTestMail({ ...on, PROBE: 'off' }))
  const before = server.connections()
  assert.equal(await verdict('ada@good.example', {}, off), 'unknown/not_probed')
  assert.equal(await verdict('ada@null.example', {}, off), 'invalid/null_mx')
  assert.equal(server.connections(), before)
})

test('a mail server has one connection at a time, with the configured interval between them', async () => {
  const calm = await serveMail(script)
  const paced = createMailVerifier(await openTestMail({ ...on, PROBE_PORT: String(calm.port), PROBE_PACE_MS: '100' }))
  const started = performance.now()
  const verdicts = await Promise.all(
    ['ada', 'bob', 'carl', 'dora'].map((name) => verdict(`${name}@paced.example`, {}, paced)),
  )
  assert.deepEqual(verdicts, ['valid/accepted', ...Array(3).fill('invalid/mailbox_not_found')])
  assert.equal(calm.mostAtOnce(), 1)
  // Only the first checked the control address.
  assert.equal(calm.asked.length, 5)
  assert.ok(performance.now() - started >= 299)
  // A session that could only start after its deadline does not start.
  const slow = createMailVerifier(await openTestMail({ ...on, PROBE_PORT: String(calm.port), PROBE_PACE_MS: '60000' }))
  const late = await Promise.all(['eve', 'fred'].map((name) => verdict(`${name}@paced.example`, {}, slow)))
  assert.deepEqual(late.toSorted(), ['invalid/mailbox_not_found', 'unknown/paced'])
})

test('no more addresses of a domain are checked in a day than allowed', async () => {
  const little = createMailVerifier(await openTestMail({ ...on, PROBE_DOMAIN_DAILY: '3' }))
  const verdicts = []
  for (const name of ['ada', 'bob', 'carl']) verdicts.push(await verdict(`${name}@twice.example`, {}, little))
  assert.deepEqual(verdicts, ['valid/accepted', 'invalid/mailbox_not_found', 'unknown/paced'])
  const tomorrow = new Date(start.getTime() + 86_400_000)
  assert.equal(await verdict('carl@twice.example', { now: tomorrow }, little), 'invalid/mailbox_not_found')
})

test('the next server is tried when the first cannot be reached', async () => {
  const [unreachable] = await verdictsAt({ mx: ['dead', 'alive'] })
  assert.equal(unreachable, 'valid/accepted')
})

/** A domain whose first server does not listen. */
async function verdictsAt({ mx }: { mx: readonly [string, string] }): Promise<string[]> {
  const zone = await serveZone({
    'domain.example': { mx: mx.map((name) => `${name}.domain.example`) },
    'dead.domain.example': { a: '127.9.9.9' },
    'alive.domain.example': { a: '127.0.0.1' },
  })
  return [await verdict('ada@domain.example', {}, createMailVerifier(await openTestMail({ ...on, DNS_SERVERS: zone })))]
}

test('an unreachable server makes no address invalid', async () => {
  const unreachable = createMailVerifier(await openTestMail({ ...on, PROBE_PORT: '1' }))
  assert.equal(await verdict('ada@shy.example', {}, unreachable), 'unknown/unreachable')
})

test('a server that requires TLS is asked over TLS, also with a self-signed certificate', async () => {
  let isSecure: boolean | undefined
  const secret = await serveMail(script, {
    disabledCommands: ['AUTH'],
    onMailFrom(_address, session, done) {
      isSecure = session.secure
      done(
        session.secure
          ? null
          : Object.assign(new Error('5.7.0 Must issue a STARTTLS command first'), { responseCode: 530 }),
      )
    },
  })
  const source = createMailVerifier(await openTestMail({ ...on, PROBE_PORT: String(secret.port) }))
  assert.equal(await verdict('ada@picky.example', {}, source), 'valid/accepted')
  assert.equal(isSecure, true)
})

test('a server that takes one recipient per session is asked that way', async () => {
  let inSession = 0
  const single = await serveMail(
    (address) => (inSession++ > 0 ? '452 4.5.3 Too many recipients' : script(address, 0)),
    {
      onMailFrom(_address, _session, done) {
        inSession = 0
        done()
      },
    },
  )
  const source = createMailVerifier(await openTestMail({ ...on, PROBE_PORT: String(single.port) }))
  assert.equal(await verdict('ada@busy.example', {}, source), 'valid/accepted')
})

test('a refusal of the connection is about the sender, and a malformed reply is no answer', async () => {
  for (const [greeting, expected, deadlineMs = 25_000] of [
    ['554 5.7.1 No thanks\r\n', 'unknown/blocked'],
    ['HTTP/1.1 400 Bad Request\r\n\r\n', 'unknown/disconnected'],
    ['x'.repeat(100_000), 'unknown/disconnected'],
    ['220-a\r\n', 'unknown/timeout', 2000],
  ] as const) {
    const door = createServer((socket) => void socket.on('error', () => {}).write(greeting))
    await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve))
    atEnd(() => door.close())
    const { port } = door.address() as { port: number }
    const source = createMailVerifier(await openTestMail({ ...on, PROBE_PORT: String(port) }))
    assert.equal(await verdict('ada@implicit.example', { deadlineMs }, source), expected, greeting.slice(0, 20))
  }
})

test('a server whose TLS fails is asked without it', async () => {
  const answers: Record<string, string> = {
    EHLO: '250-mx\r\n250 STARTTLS\r\n',
    STARTTLS: '220 go on\r\nthis is no handshake\r\n',
    MAIL: '250 Ok\r\n',
    QUIT: '221 Bye\r\n',
  }
  const broken = createServer((socket) => {
    socket.on('error', () => {}).write('220 mx\r\n')
    socket.on('data', (line: Buffer) => {
      const [verb = '', rest = ''] = line.toString('latin1').trim().split(' ', 2)
      const reply = verb === 'RCPT' ? (rest.includes('<ada@') ? '250 Ok\r\n' : '550 5.1.1 No\r\n') : answers[verb]
      if (reply) socket.write(reply)
      else socket.destroy()
    })
  })
  await new Promise<void>((resolve) => broken.listen(0, '127.0.0.1', resolve))
  atEnd(() => broken.close())
  const { port } = broken.address() as { port: number }
  const source = createMailVerifier(await openTestMail({ ...on, PROBE_PORT: String(port) }))
  assert.equal(await verdict('ada@secret.example', {}, source), 'valid/accepted')
})
