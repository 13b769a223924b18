import assert from 'node:assert/strict'
import type { LookupAddress } from 'node:dns'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, isIP, type Server as TcpServer } from 'node:net'
import { Readable } from 'node:stream'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { NameResolver } from '../../../src/kit/net/name-resolver.ts'
import { createOutbound, type OutboundOptions, type OutboundRequest } from '../../../src/kit/net/outbound.ts'
import { OutboundError, type OutboundFailure } from '../../../src/kit/net/outbound-error.ts'
import { serveNames } from '../../support/name-server.ts'

async function listen(server: TcpServer): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => server.close())
  return (server.address() as AddressInfo).port
}

async function serve(answer: (...args: Parameters<RequestListener>) => unknown): Promise<string> {
  const server = createServer((request, response) => void answer(request, response))
  after(() => server.closeAllConnections())
  return `http://127.0.0.1:${await listen(server)}`
}

/** Both clients have the same guard. */
const CLIENTS = ['send', 'sendFrequent'] as const

function outbound(options: Partial<OutboundOptions> = {}, by: (typeof CLIENTS)[number] = 'send') {
  const made = createOutbound({ allowLoopback: false, httpsOnly: false, ...options })
  after(() => made.close())
  const check = (url: string) => made.check(url)
  const send = (request: OutboundRequest) =>
    by === 'send' ? made.send(request) : made.sendFrequent({ ...request, body: '' })
  return { check, send }
}

/** Creates a resolver that returns these results in turn; the last one repeats. */
function createScriptedResolver(...answers: (readonly string[] | readonly LookupAddress[] | Error)[]): NameResolver {
  let lookups = 0
  return {
    async resolve() {
      const answer = answers[Math.min(lookups++, answers.length - 1)] ?? []
      if (answer instanceof Error) throw answer
      return answer.map((one) => (typeof one === 'string' ? { address: one, family: isIP(one) } : one))
    },
  }
}

function fails(reason: OutboundFailure | RegExp) {
  return (error: unknown) => {
    assert.ok(error instanceof OutboundError, String(error))
    assert.match(error.reason, typeof reason === 'string' ? new RegExp(`^${reason}$`) : reason)
    return true
  }
}

// Counts the requests that get past the guard.
let reached = 0
const victim = createTcpServer((socket) => {
  reached++
  socket.on('error', () => {}).end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')
})
const port = await listen(victim)

const words = (text: string) => text.trim().split(/\s+/)

const LITERALS = words(`
  127.0.0.1 127.1 127.0.1 2130706433 0x7f000001 0x7f.1 017700000001 0177.0.0.1 127.0.0.1. 127.255.255.254 0.0.0.0
  0 0x0 １２７.0.0.1 127。0。0。1 ①②⑦.0.0.1 %31%32%37.0.0.1 [::1] [0:0:0:0:0:0:0:1] [::] [::ffff:127.0.0.1]
  [::ffff:7f00:1] [0:0:0:0:0:ffff:7f00:0001] [::127.0.0.1] [::ffff:0:127.0.0.1] [64:ff9b::127.0.0.1]
  [64:ff9b:1::7f00:1] [2002:7f00:1::] localhost LOCALHOST localhost. app.localhost ⓛocalhost loc%61lhost
`)
const PRIVATE = words(`
  0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.127.255.255 169.254.169.254 169.254.170.2 172.16.0.1
  172.31.255.255 192.0.0.192 192.0.2.1 192.88.99.1 192.168.0.1 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1
  224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255 100.100.100.200 fc00::1 fd00:ec2::254 fdff::1 fe80::1
  febf::1 fec0::1 ff02::1 ::2 100::1 2001::1 2001:db8::1 2001:2::1 2001:10::1 2001:20::1 2002:a00:1:: 3fff::1
  5f00::1 64:ff9b::a00:1 ::ffff:10.0.0.1 ::ffff:169.254.169.254 ::ffff:a9fe:a9fe ::10.0.0.1 ::ffff:0:10.0.0.1
  4000::1 1::1
`)
const PUBLIC = [
  '8.8.8.8',
  '1.1.1.1',
  '93.184.215.14',
  '172.32.0.1',
  '100.128.0.1',
  '192.0.1.1',
  '2606:4700::1111',
  '2a00:1450::1',
]

for (const by of CLIENTS)
  test(`no notation of a loopback address gets through (${by})`, async () => {
    const { check, send } = outbound({}, by)
    for (const host of LITERALS) {
      const url = `http://${host}:${port}/`
      assert.throws(() => check(url), fails(/^(blocked_address|bad_url)$/), host)
      await assert.rejects(send({ url }), fails(/^(blocked_address|bad_url)$/), host)
    }
    assert.equal(reached, 0)
  })

test('no private, shared, link-local, metadata, documentation or relay address is allowed, with or without loopback', () => {
  for (const allowLoopback of [false, true]) {
    const { check } = outbound({ allowLoopback })
    for (const address of PRIVATE) {
      const host = address.includes(':') ? `[${address}]` : address
      assert.throws(() => check(`https://${host}/`), fails('blocked_address'), address)
    }
    for (const address of PUBLIC) check(`https://${address.includes(':') ? `[${address}]` : address}/`)
  }
})

for (const by of CLIENTS)
  test(`a name that resolves to any of them is refused at connect time (${by})`, async () => {
    const targets = [...PRIVATE, '127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1', '0.0.0.0', '::']
    for (const address of targets) {
      const { check, send } = outbound({ names: createScriptedResolver([address]) }, by)
      check(`http://public.example:${port}/`)
      await assert.rejects(send({ url: `http://public.example:${port}/` }), fails('blocked_address'), address)
    }
    const { send } = outbound({ names: createScriptedResolver(['10.0.0.1', '127.0.0.1', '::1']) }, by)
    await assert.rejects(send({ url: `http://public.example:${port}/` }), fails('blocked_address'))
    assert.equal(reached, 0)
  })

for (const by of CLIENTS)
  test(`of a name with good and bad addresses only the good ones are tried (${by})`, async () => {
    const url = (await serve((_request, response) => response.end('here'))).replace('127.0.0.1', 'mixed.example')
    const mixed = ['10.255.255.1', '169.254.169.254', '127.0.0.1', 'fd00:ec2::254', '0.0.0.0']
    const { send } = outbound({ allowLoopback: true, names: createScriptedResolver(mixed) }, by)
    assert.equal((await send({ url, deadlineMs: 60_000 })).body.toString(), 'here')
  })

for (const by of CLIENTS)
  test(`a name that changes between lookup and connection is refused by its connected address (${by})`, async () => {
    let looks = 0
    const rebinding: LookupAddress = {
      family: 4,
      get address() {
        return looks++ === 0 ? '8.8.8.8' : '127.0.0.1'
      },
    }
    const { send } = outbound({ names: createScriptedResolver([rebinding]) }, by)
    await assert.rejects(send({ url: `http://rebind.example:${port}/` }), fails('blocked_address'))
    assert.ok(looks > 1)
  })

for (const by of CLIENTS)
  test(`a name that becomes private later is refused at the next connection (${by})`, async () => {
    const server = await serve((_request, response) => response.writeHead(200, { connection: 'close' }).end())
    const url = server.replace('127.0.0.1', 'turncoat.example')
    const { send } = outbound(
      { allowLoopback: true, names: createScriptedResolver(['127.0.0.1'], ['169.254.169.254']) },
      by,
    )
    assert.equal((await send({ url })).status, 200)
    await assert.rejects(send({ url }), fails('blocked_address'))
  })

for (const by of CLIENTS)
  test(`loopback is open only where it is allowed, by address and by name (${by})`, async () => {
    const url = await serve((_request, response) => response.end('here'))
    const open = outbound({ allowLoopback: true }, by)
    assert.equal((await open.send({ url })).body.toString(), 'here')
    const named = url.replace('127.0.0.1', 'receiver.example')
    const resolving = outbound({ allowLoopback: true, names: createScriptedResolver(['127.0.0.1']) }, by)
    assert.equal((await resolving.send({ url: named })).status, 200)
    open.check('http://localhost:8080/')
    await assert.rejects(open.send({ url: url.replace('127.0.0.1', '0.0.0.0') }), fails('blocked_address'))
  })

test('only http and https, no user in the URL, and no port below 1024 except 80 and 443', () => {
  const { check } = outbound()
  for (const scheme of ['ftp', 'file', 'gopher', 'ws', 'data', 'javascript', 'dict'])
    assert.throws(() => check(`${scheme}://example.com/`), fails('bad_url'), scheme)
  for (const url of ['', 'example.com', '/path', 'http://', 'http:// /', 'http://exa mple.com/', '//example.com'])
    assert.throws(() => check(url), fails('bad_url'), url)
  for (const user of ['user@', 'user:pass@', ':pass@', '127.0.0.1:80@'])
    assert.throws(() => check(`https://${user}example.com/`), fails('bad_url'), user)
  for (const low of [1, 22, 23, 25, 53, 81, 110, 143, 389, 445, 587, 1023])
    assert.throws(() => check(`https://example.com:${low}/`), fails('bad_url'), String(low))
  for (const good of ['', ':80', ':443', ':1024', ':8443', ':65535']) check(`https://example.com${good}/hook?a=b`)
  const secure = outbound({ httpsOnly: true })
  assert.throws(() => secure.check('http://example.com/'), fails('bad_url'))
  secure.check('https://example.com/')
})

test('a redirect is a response like any other unless redirects are followed', async () => {
  const url = await serve((request, response) => {
    if (request.url === '/') response.writeHead(302, { location: '/next' }).end('moved')
    else response.end('arrived')
  })
  const { send } = outbound({ allowLoopback: true })
  const stayed = await send({ url })
  assert.deepEqual([stayed.status, stayed.body.toString()], [302, 'moved'])
  const followed = await send({ url, redirectsMax: 1 })
  assert.deepEqual([followed.status, followed.body.toString()], [200, 'arrived'])
})

test('a redirect that is followed is checked like the first address', async () => {
  const targets = words(`
    http://169.254.169.254/latest/meta-data http://10.0.0.1/ http://[fd00:ec2::254]/ http://0.0.0.0/
    file:///etc/passwd ftp://example.com/ http://user:pass@example.com/ http://example.com:22/ //10.0.0.1/
  `)
  const { send } = outbound({ allowLoopback: true, names: createScriptedResolver(['10.0.0.1']) })
  for (const location of [...targets, 'http://private.example/']) {
    const url = await serve((_request, response) => response.writeHead(301, { location }).end())
    await assert.rejects(send({ url, redirectsMax: 5 }), fails(/^(blocked_address|bad_url)$/), location)
  }
  const loop = await serve((_request, response) => response.writeHead(302, { location: '/' }).end())
  await assert.rejects(send({ url: loop, redirectsMax: 3 }), fails('too_many_redirects'))
  const nonsense = await serve((_request, response) => response.writeHead(302, { location: 'http://[' }).end())
  await assert.rejects(send({ url: nonsense, redirectsMax: 3 }), fails('bad_url'))
})

test('a redirect to another origin drops credentials and body', async () => {
  const seen: unknown[] = []
  const other = await serve(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    seen.push([request.method, request.headers.authorization, request.headers.cookie, request.headers['x-trace'], body])
    response.end()
  })
  const first = await serve((_request, response) => response.writeHead(302, { location: other }).end())
  const headers = { authorization: 'Bearer secret', cookie: 'a=b', 'x-trace': '1' }
  await outbound({ allowLoopback: true }).send({ url: first, method: 'POST', headers, body: 'secret', redirectsMax: 1 })
  assert.deepEqual(seen, [['GET', undefined, undefined, undefined, '']])
})

test('every request names the program that sends it, also after a redirect and in a download', async () => {
  const seen: unknown[] = []
  const other = await serve((request, response) => {
    seen.push(request.headers['user-agent'])
    response.end()
  })
  const first = await serve((_request, response) => response.writeHead(302, { location: other }).end())
  const made = createOutbound({ allowLoopback: true, httpsOnly: false })
  after(() => made.close())
  await made.send({ url: other })
  await made.send({ url: other, headers: { 'User-Agent': 'Quoin-Webhooks/1' } })
  await made.send({ url: first, redirectsMax: 1 })
  const download = { deadlineMs: 60_000, idleMs: 60_000, bytesMax: 10, redirectsMax: 1 }
  for (const url of [other, first]) (await made.stream({ url, ...download })).close()
  const ours = /^Quoin\/\d+\.\d+\.\d+/
  assert.equal(seen.length, 5)
  assert.deepEqual(
    seen.map((name) => (ours.test(String(name)) ? 'ours' : name)),
    ['ours', 'Quoin-Webhooks/1', 'ours', 'ours', 'ours'],
  )
})

test('the deadline covers the whole exchange: name lookup, headers and a slow body', async () => {
  const dripping = await serve((_request, response) => {
    response.writeHead(200)
    const timer = setInterval(() => response.write('x'), 20)
    response.once('close', () => clearInterval(timer))
  })
  const silent = await serve(() => {})
  const { send } = outbound({ allowLoopback: true })
  const slowDns = outbound({ names: { resolve: () => new Promise<never>(() => {}) } })
  const attempts = [() => send({ url: dripping, deadlineMs: 200 }), () => send({ url: silent, deadlineMs: 200 })]
  for (const attempt of [...attempts, () => slowDns.send({ url: 'http://slow.example/', deadlineMs: 200 })]) {
    const started = performance.now()
    await assert.rejects(attempt(), fails('timeout'))
    const took = performance.now() - started
    // A request without its own deadline has ten seconds.
    assert.ok(took >= 190 && took < 9000, `took ${took} ms`)
  }
})

test('a response beyond the limit fails or is truncated, and the connection is closed', async () => {
  const open = new Set<unknown>()
  const flood = await serve((_request, response) => {
    open.add(response)
    const pour = () => {
      while (!response.closed && response.write(Buffer.alloc(65_536)));
    }
    response.on('drain', pour).once('close', () => open.delete(response))
    pour()
  })
  const { send } = outbound({ allowLoopback: true })
  await assert.rejects(send({ url: flood, bytesMax: 1000 }), fails('too_large'))
  const cut = await send({ url: flood, bytesMax: 16_384, overflow: 'truncate' })
  assert.deepEqual([cut.body.length, cut.isTruncated, cut.status], [16_384, true, 200])
  while (open.size > 0) await sleep(5)

  const exact = await serve((_request, response) => response.end(Buffer.alloc(1000)))
  for (const overflow of ['fail', 'truncate'] as const) {
    const whole = await send({ url: exact, bytesMax: 1000, overflow })
    assert.deepEqual([whole.body.length, whole.isTruncated], [1000, false])
  }
})

test('a lookup counts for the workspace whose request opens the connection, on every hop', async () => {
  const callers: [string, string][] = []
  const names: NameResolver = {
    async resolve(host, caller) {
      callers.push([host, caller])
      return [{ address: '127.0.0.1', family: 4 }]
    },
  }
  const last = (await serve((_request, response) => response.end('here'))).replace('127.0.0.1', 'second.example')
  const first = await serve((_request, response) => response.writeHead(302, { location: last }).end())
  const url = first.replace('127.0.0.1', 'first.example')
  const made = createOutbound({ allowLoopback: true, httpsOnly: false, names })
  after(() => made.close())
  // Concurrent requests need a connection each; one with a streamed body opens it a moment later.
  await Promise.all([
    made.send({ url, workspaceId: 'ws_a', redirectsMax: 1 }),
    made.stream({ url, workspaceId: 'ws_b', redirectsMax: 1, deadlineMs: 60_000, idleMs: 60_000, bytesMax: 10 }),
    made.send({ url, workspaceId: 'ws_c', method: 'POST', body: Readable.from(['x']) }),
    made.sendFrequent({ url, workspaceId: 'ws_d', body: 'x' }),
    made.send({ url }),
  ])
  const listCallers = (host: string) => callers.filter(([name]) => name === host).map(([, caller]) => caller)
  assert.deepEqual(listCallers('first.example').toSorted(), ['operator', 'ws_a', 'ws_b', 'ws_c', 'ws_d'])
  assert.deepEqual(listCallers('second.example').toSorted(), ['ws_a', 'ws_b'])
})

test('a name that does not exist and a closed port are different errors', async () => {
  const { server } = await serveNames({})
  const missing = outbound({ dnsServers: server })
  await assert.rejects(missing.send({ url: 'http://missing.example/' }), fails('dns_failed'))
  const closed = createTcpServer()
  const free = await listen(closed)
  await new Promise((resolve) => closed.close(resolve))
  await assert.rejects(
    outbound({ allowLoopback: true }).send({ url: `http://127.0.0.1:${free}/` }),
    fails('connect_failed'),
  )
})

test('method, headers and body arrive unchanged', async () => {
  const url = await serve(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    response.writeHead(207, { 'x-seen': request.headers['x-sent'] ?? '' }).end(`${request.method} ${body}`)
  })
  const reply = await outbound({ allowLoopback: true }).send({
    url,
    method: 'PUT',
    headers: { 'x-sent': 'yes' },
    body: 'é',
  })
  assert.deepEqual([reply.status, reply.headers['x-seen'], reply.body.toString()], [207, 'yes', 'PUT é'])
})
