import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type RequestOptions, request, type Server } from 'node:http'
import { request as secureRequest } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { scratch as dataFolder, run } from '../server/test/support/processes.ts'
import { whyMissing } from './debian.ts'
import { freePorts } from './free-ports.ts'

const deploy = join(import.meta.dirname, '../deploy')
const scratch = mkdtempSync(join(tmpdir(), 'quoin-proxies-'))
after(() => rmSync(scratch, { recursive: true, force: true }))

interface Proxy {
  readonly skip: string | undefined
  /** Returns the configuration from deploy/, with only addresses and certificates replaced. */
  write(upstream: number, port: number): string
  check(file: string): readonly string[]
  start(file: string): readonly string[]
  readonly isSecure: boolean
}

const PROXIES: Record<string, Proxy> = {
  nginx: {
    skip: await whyMissing('/usr/sbin/nginx', ['nginx']),
    isSecure: true,
    write(upstream, port) {
      const text = readFileSync(join(deploy, 'nginx/quoin.conf'), 'utf8')
        .replace('127.0.0.1:8080', `127.0.0.1:${upstream}`)
        .replace(/server \{\n {4}listen 80;[^]*?\n\}\n/, '')
        .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
        .replaceAll(/\/etc\/letsencrypt\/live\/quoin\.example\.com\/(\w+\.pem)/g, `${scratch}/$1`)
      const logs = `error_log ${scratch}/error.log; pid ${scratch}/nginx.pid; daemon off;`
      const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (name) => `${name}_temp_path ${scratch}/${name};`,
      )
      return `${logs}\nevents {}\nhttp {\naccess_log off; ${folders.join(' ')}\n${text}\n}\n`
    },
    check: (file) => ['/usr/sbin/nginx', '-t', '-q', '-c', file, '-e', `${scratch}/error.log`],
    start: (file) => ['/usr/sbin/nginx', '-c', file, '-e', `${scratch}/error.log`],
  },
  caddy: {
    skip: await whyMissing('/usr/bin/caddy', ['caddy']),
    isSecure: false,
    write(upstream, port) {
      const text = readFileSync(join(deploy, 'caddy/Caddyfile'), 'utf8')
        .replace('127.0.0.1:8080', `127.0.0.1:${upstream}`)
        .replace(/^quoin\.example\.com \{/m, `http://:${port} {\n\tbind 127.0.0.1`)
      return `{\n\tadmin off\n\tauto_https off\n}\n${text}`
    },
    check: (file) => ['/usr/bin/caddy', 'validate', '--adapter', 'caddyfile', '--config', file],
    start: (file) => ['/usr/bin/caddy', 'run', '--adapter', 'caddyfile', '--config', file],
  },
}

before(() => {
  const names = ['-subj', '/CN=quoin.example.com', '-days', '1', '-nodes', '-newkey', 'rsa:2048']
  const files = ['-keyout', `${scratch}/privkey.pem`, '-out', `${scratch}/fullchain.pem`]
  assert.equal(spawnSync('openssl', ['req', '-x509', ...names, ...files]).status, 0)
})

/** Starts a server behind the proxy, for tests that check how bytes arrive. */
async function listen(handler: ConstructorParameters<typeof Server>[1]): Promise<number> {
  const server = createServer(handler).listen(0, '127.0.0.1')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

type Call = (path: string, options?: RequestOptions) => ReturnType<typeof request>

async function startProxy(name: string, proxy: Proxy, upstream: number): Promise<Call> {
  const [port = 0] = await freePorts(1)
  const file = join(scratch, `${name}-${port}.conf`)
  writeFileSync(file, proxy.write(upstream, port))
  const env = { ...process.env, HOME: scratch, XDG_DATA_HOME: scratch, XDG_CONFIG_HOME: scratch }
  const [checker = '', ...checked] = proxy.check(file)
  const verdict = spawnSync(checker, checked, { env, encoding: 'utf8' })
  assert.equal(verdict.status, 0, verdict.stderr)
  const [program = '', ...args] = proxy.start(file)
  const child = spawn(program, args, { env, stdio: 'ignore' })
  after(async () => {
    child.kill('SIGTERM')
    await once(child, 'exit')
  })
  const deadline = Date.now() + 30_000
  while (!(await isOpen(port))) {
    assert.ok(Date.now() < deadline, `${name} does not listen`)
    await sleep(50)
  }
  const send = proxy.isSecure ? secureRequest : request
  return (path, options) => send({ host: '127.0.0.1', port, path, rejectUnauthorized: false, ...options })
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true))
    socket.on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })
}

async function answerTo(sent: ReturnType<Call>): Promise<IncomingMessage> {
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  return answer
}

async function get(call: Call, path: string, options?: RequestOptions): Promise<IncomingMessage> {
  const sent = call(path, options)
  sent.end()
  const answer = await answerTo(sent)
  answer.resume()
  return answer
}

for (const [name, proxy] of Object.entries(PROXIES))
  describe(`behind ${name}`, { skip: proxy.skip ?? false }, () => {
    test('an event stream reaches its reader event by event, and an upload reaches the server piece by piece', async () => {
      let next = () => {}
      let received = 0
      const upstream = await listen((incoming, outgoing) => {
        if (incoming.method === 'POST') {
          incoming.on('data', (chunk: Buffer) => {
            received += chunk.length
          })
          incoming.on('end', () => outgoing.end(String(received)))
          return
        }
        outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
        outgoing.write('data: 1\n\n')
        next = () => outgoing.end('data: 2\n\n')
      })
      const call = await startProxy(name, proxy, upstream)
      const stream = call('/v1/events/stream')
      stream.end()
      const answer = await answerTo(stream)
      const [first] = (await once(answer, 'data')) as [Buffer]
      assert.equal(first.toString(), 'data: 1\n\n')
      next()
      const [second] = (await once(answer, 'data')) as [Buffer]
      assert.equal(second.toString(), 'data: 2\n\n')

      const piece = Buffer.alloc(1_048_576)
      const upload = call('/v1/media', { method: 'POST' })
      upload.write(piece)
      const deadline = Date.now() + 20_000
      while (received < piece.length) {
        assert.ok(Date.now() < deadline, 'the proxy waits for the whole upload')
        await sleep(10)
      }
      for (let sent = 1; sent < 20; sent++) if (!upload.write(piece)) await once(upload, 'drain')
      upload.end()
      const [counted] = (await once(await answerTo(upload), 'data')) as [Buffer]
      assert.equal(Number(counted.toString()), 20 * piece.length)
    })

    test('callers are identified by their own address, which they cannot forge, and metrics are not exposed', async () => {
      const [port = 0] = await freePorts(1)
      const server = run('all', {
        PORT: String(port),
        TRUST_PROXY: '127.0.0.1',
        QUOIN_DATA: join(dataFolder(), 'data'),
        RATE_LIMIT_ADDRESS_PER_SECOND: '1',
        RATE_LIMIT_ADDRESS_BURST: '5',
      })
      await server.says(/Quoin is ready/)
      const call = await startProxy(name, proxy, port)
      const statuses = async (localAddress: string) => {
        const seen: (number | undefined)[] = []
        for (let n = 0; n < 12; n++) {
          const headers = { 'x-forwarded-for': `198.51.100.${n}`, 'x-request-id': 'mine-1' }
          const { statusCode, headers: got } = await get(call, '/openapi.json', { localAddress, headers })
          assert.equal(got['x-request-id'], 'mine-1')
          seen.push(statusCode)
        }
        return seen
      }
      assert.ok((await statuses('127.0.0.5')).includes(429), 'an invented address was believed')
      assert.equal((await statuses('127.0.0.6'))[0], 200, 'two callers count as one')
      for (const path of ['/metrics', '/metrics/', '/%6detrics', '//metrics'])
        assert.equal((await get(call, path)).statusCode, 404, path)
      for (const path of ['/readyz', '/metrics'])
        assert.equal((await get(call, path)).headers['strict-transport-security'], 'max-age=31536000', path)
      assert.equal((await get(call, '/readyz')).statusCode, 200)
      server.child.kill('SIGTERM')
      await server.ended
    })
  })
