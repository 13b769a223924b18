import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, describe, test } from 'node:test'
import { plainDatabase } from '../support/databases.ts'
import { createClient, toDatabaseUrl, until } from '../support/harness.ts'
import { openMailbox } from '../support/mailbox.ts'
import { firstRun, freePort, run, scratch, start } from '../support/processes.ts'

const NAME = 'Temporary workspace of quoin-server doctor --deep'

interface Finding {
  readonly check: string
  readonly outcome: 'ok' | 'failed' | 'skipped'
  readonly text: string
  readonly advice?: string
}

// Created here, so that they are dropped after the last test.
const databases = [await plainDatabase(), await plainDatabase(), await plainDatabase()]
const mailbox = await openMailbox()

/** Limits that even a busy machine reaches, and no name servers, so that nothing leaves this machine. */
const SETTINGS = {
  DNS_SERVERS: '127.0.0.1:1',
  RATE_LIMIT_PER_SECOND: '5',
  RATE_LIMIT_BURST: '100',
  RATE_LIMIT_ADDRESS_PER_SECOND: '5',
  RATE_LIMIT_ADDRESS_BURST: '100',
}

/** A server in its own process with its own database, and commands with its settings. */
async function startDeployment(env: Record<string, string>) {
  const dataDir = join(scratch(), 'data')
  const TMPDIR = scratch()
  const own = { ...SETTINGS, ...env, DATABASE_URL: toDatabaseUrl(databases.pop() ?? ''), QUOIN_DATA: dataDir }
  const server = await start(dataDir, own)
  await server.says(/Try it/)
  const command = (name: string, args: string[], more: Record<string, string> = {}) =>
    run(name, { ...own, TMPDIR, QUOIN_DOCTOR_URL: `${server.url}/healthz`, ...more }, { args })

  return {
    server,
    dataDir,
    TMPDIR,
    command,
    /** Runs the deep checks. Returns the outcome of each, and the findings themselves. */
    check: async (args: string[] = [], more: Record<string, string> = {}) => {
      const program = command('doctor', ['--deep', '--json', ...args], more)
      const { code } = await program.ended
      const line = program
        .output()
        .split('\n')
        .find((each) => each.startsWith('{"problems"'))
      assert.ok(line, program.output())
      const findings: Finding[] = JSON.parse(line).deep.checks
      const list = (outcome: string) =>
        findings.filter((finding) => finding.outcome === outcome).map(({ check }) => check)
      return { code, findings, failed: list('failed'), skipped: list('skipped'), passed: list('ok') }
    },
    /** Counts the temporary workspaces by state. */
    workspaces: async () => {
      const program = command('workspaces', ['list', '--json'])
      assert.equal((await program.ended).code, 0, program.output())
      const { data } = JSON.parse(program.output()) as { data: { name: string; closed_at: string | null }[] }
      const ours = data.filter(({ name }) => name === NAME)
      return { open: ours.filter(({ closed_at }) => closed_at === null).length, all: ours.length }
    },
  }
}

interface ProxyOptions {
  /** Collects whole bodies before it passes them on, in both directions. */
  readonly isBuffering?: boolean
  /** Passes on the X-Forwarded-For of the client. */
  readonly isCredulous?: boolean
  /** Headers of requests and responses that it drops. */
  readonly drops?: readonly string[]
  /** Time that its responses have, instead of the server's. */
  readonly date?: string
}

/** Starts a small reverse proxy. Without options it does what docs/guides/deploying.md asks for. */
async function startProxy(target: string, options: ProxyOptions = {}): Promise<string> {
  const { isBuffering = false, isCredulous = false, drops = [], date } = options
  const keep = (headers: IncomingMessage['headers']) =>
    Object.fromEntries(Object.entries(headers).filter(([name]) => !drops.includes(name)))
  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const given = isCredulous ? incoming.headers['x-forwarded-for'] : undefined
    const headers = { ...keep(incoming.headers), 'x-forwarded-for': given ?? incoming.socket.remoteAddress ?? '' }
    const body = isBuffering ? await buffer(incoming) : undefined
    const onward = request(new URL(incoming.url ?? '/', target), { method: incoming.method ?? 'GET', headers })
    onward.on('error', () => outgoing.destroy())
    onward.on('response', (answer) => {
      const send = (content?: Buffer) => {
        outgoing.writeHead(answer.statusCode ?? 500, { ...keep(answer.headers), ...(date && { date }) })
        if (content) outgoing.end(content)
        else answer.pipe(outgoing)
      }
      if (isBuffering) void buffer(answer).then(send, () => outgoing.destroy())
      else send()
    })
    outgoing.on('close', () => onward.destroy())
    if (body) onward.end(body)
    else incoming.pipe(onward)
  }
  const proxy = createServer((incoming, outgoing) => void pass(incoming, outgoing).catch(() => outgoing.destroy()))
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  after(() => {
    proxy.closeAllConnections()
    proxy.close()
  })
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
}

describe('doctor --deep', { concurrency: 3 }, () => {
  test('a healthy server passes, a person can read the report, and nothing is left behind', async () => {
    const { server, dataDir, TMPDIR, command, workspaces } = await startDeployment(mailbox.env)
    const { live_key: key } = firstRun(dataDir)
    const imported = command('import', ['people', '--synthetic', '50'])
    assert.equal((await imported.ended).code, 0, imported.output())
    const live = createClient(server.url, key)
    const before = (await live('GET', '/v1/credits')).body

    const program = command('doctor', ['--deep'])
    assert.equal((await program.ended).code, 0, program.output())
    const report = program.output()
    for (const part of [
      /^Keys\n {2}ok {3}unknown key: .*401$/m,
      /^ {2}ok {3}revoked key: a revoked key was refused after \d+ ms$/m,
      /^ {2}ok {3}charge: a lookup and its repetition cost 1 once; response, balance and receipt agree$/m,
      /^ {2}ok {3}private addresses: \d+ URLs were refused, for webhooks and for media$/m,
      /^ skip {2}loopback addresses: they are allowed here/m,
      /^ {2}ok {3}event stream: an image was stored, and its event arrived/m,
      /^ {2}ok {3}forged address: /m,
      /^ {2}ok {3}refused call: a call beyond the limit got 429 with Retry-After: 1$/m,
      /^ {2}ok {3}mail server: connected to .*sent nothing$/m,
      /^Backup\n {2}ok {3}rehearsal: .* rows of \d+ tables .*every row is there, and the ledger is consistent$/m,
      /^Webhooks\n {2}ok {3}round trip: a signed delivery arrived; .* repeated with the same id$/m,
      /^\d+ deep checks passed, \d+ were skipped and 0 failed, in \d+ s\. No problems found\.$/m,
    ])
      assert.match(report, part)

    assert.deepEqual(await workspaces(), { open: 0, all: 1 })
    assert.deepEqual((await live('GET', '/v1/credits')).body, before)
    assert.deepEqual((await live('GET', '/v1/profiles')).body.data, [])
    assert.deepEqual(readdirSync(TMPDIR), [])
  })

  test('the run after a killed one closes its workspace; a good proxy passes, and each fault of a bad one fails its check', async () => {
    const env = { OUTBOUND_ALLOW_LOOPBACK: 'no', TRUST_PROXY: '127.0.0.1' }
    const { server, check, command, workspaces, TMPDIR } = await startDeployment(env)
    const imported = command('import', ['people', '--synthetic', '20'])
    assert.equal((await imported.ended).code, 0, imported.output())

    const killed = command('doctor', ['--deep'])
    await killed.says(/^Keys$/m)
    killed.child.kill('SIGKILL')
    await killed.ended
    assert.deepEqual(await workspaces(), { open: 1, all: 1 })

    const good = await check(['--url', await startProxy(server.url)])
    // The plain check of the network may not reach loopback here.
    assert.deepEqual(good.failed, [])
    for (const name of [
      'charge',
      'loopback addresses',
      'metrics',
      'address of callers',
      'forged address',
      'refused call',
      'large body',
    ])
      assert.ok(good.passed.includes(name), `${name}: ${JSON.stringify(good.findings)}`)
    assert.ok(good.skipped.includes('round trip'))

    const drops = ['idempotency-key', 'ratelimit', 'retry-after', 'x-content-type-options', 'content-security-policy']
    const faulty = await startProxy(server.url, {
      isBuffering: true,
      isCredulous: true,
      drops,
      date: new Date(0).toUTCString(),
    })
    const nowhere = `127.0.0.1:${await freePort()}`
    const bad = await check(['--url', faulty], {
      QUOIN_DOCTOR_URL: 'https://name.invalid/',
      DNS_SERVERS: nowhere,
      SMTP_URL: `smtp://${nowhere}`,
      MAIL_FROM: 'quoin@example.com',
    })
    assert.equal(bad.code, 1)
    assert.deepEqual(bad.failed.toSorted(), [
      'charge',
      'clock',
      'event stream',
      'forged address',
      'idempotency',
      'large body',
      'mail server',
      'name servers',
      'rate limit',
      'refused call',
      'security headers',
    ])
    for (const { outcome, advice } of bad.findings) assert.equal(advice !== undefined, outcome === 'failed')

    assert.deepEqual(await workspaces(), { open: 0, all: 3 })
    assert.deepEqual(readdirSync(TMPDIR), [])
  })

  test('loopback addresses that a server accepts and a proxy that it does not trust are reported; Ctrl-C and a missing server leave nothing open', async () => {
    const { server, check, command, workspaces, TMPDIR } = await startDeployment({})
    // The server allows loopback, but its operator believes that it does not.
    const open = await check(['--url', await startProxy(server.url)], { OUTBOUND_ALLOW_LOOPBACK: 'no' })
    assert.deepEqual(open.failed, ['loopback addresses', 'address of callers'], JSON.stringify(open.findings))
    assert.match(open.findings.find(({ check: name }) => name === 'loopback addresses')?.text ?? '', /2130706433/)

    const { findings } = await check(['--url', await startProxy(server.url)], { TRUST_PROXY: '192.0.2.1' })
    const caller = findings.find(({ check: name }) => name === 'address of callers')
    assert.equal(caller?.outcome, 'failed')
    assert.match(caller.text, /TRUST_PROXY is 192\.0\.2\.1, which is not its address/)

    const interrupted = command('doctor', ['--deep'])
    await interrupted.says(/^Keys$/m)
    const second = command('doctor', ['--deep'])
    assert.equal((await second.ended).code, 2)
    assert.match(second.output(), /Another `doctor --deep` is running/)
    interrupted.child.kill('SIGINT')
    assert.equal((await interrupted.ended).code, 130, interrupted.output())
    assert.match(interrupted.output(), /Interrupted\. The temporary workspace is closed\.$/m)
    assert.equal((await workspaces()).open, 0)

    server.child.kill('SIGTERM')
    await server.ended
    const stopped = await check(['--url', server.url])
    assert.equal(stopped.code, 1)
    assert.deepEqual(stopped.failed, ['reachable'])
    assert.ok(stopped.passed.includes('rehearsal'))
    await until('the temporary folders', () => readdirSync(TMPDIR).length === 0)
    assert.deepEqual(await workspaces(), { open: 0, all: 3 })
  })

  test('options of the deep checks are refused without --deep', async () => {
    const program = run('doctor', { QUOIN_DATA: scratch() }, { args: ['--url', 'http://127.0.0.1:1'] })
    assert.equal((await program.ended).code, 2)
    assert.match(program.output(), /Add --deep\./)
  })
})
