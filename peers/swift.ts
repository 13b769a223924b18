import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { atEnd } from '../server/test/support/harness.ts'
import { freePort } from './free-ports.ts'
import { fromDebian } from './peer.ts'

/** OpenStack's object store with its S3 API, which checks signatures and checksums strictly where small emulators do not. */
export const swift = await fromDebian(
  'swift-proxy-server',
  'swift-proxy',
  'swift-account',
  'swift-container',
  'swift-object',
  'memcached',
)

export interface Swift {
  readonly url: string
  /** Calls Swift's own API, which shows the result of our S3 requests. */
  call(path: string, method?: string): Promise<Response>
  /** Lists the objects of a container; empty when there is no such container. */
  list(container: string): Promise<string[]>
}

const ABSENT: Swift = { url: 'http://127.0.0.1', call: async () => new Response(), list: async () => [] }
const KINDS = ['account', 'container', 'object'] as const
export const ACCESS_KEY_ID = 'test:tester'
export const SECRET_ACCESS_KEY = 'testing'

type Sections = Record<string, Record<string, string | number | boolean>>

const ini = (sections: Sections) =>
  Object.entries(sections)
    .map(([name, values]) =>
      [`[${name}]`, ...Object.entries(values).map(([key, value]) => `${key} = ${value}`)].join('\n'),
    )
    .join('\n')

/** Starts one replica on one device, with every server in the foreground on its own port; removed at the end. */
export async function startSwift(bucket: string): Promise<Swift> {
  if (swift.skip) return ABSENT
  const root = mkdtempSync(join(tmpdir(), 'quoin-swift-'))
  atEnd(() => rmSync(root, { recursive: true, force: true }))
  mkdirSync(join(root, 'devices/disk'), { recursive: true })
  const write = (name: string, sections: Sections) => writeFileSync(join(root, name), `${ini(sections)}\n`)
  const ports = await Promise.all(Array.from({ length: 5 }, freePort))
  const [proxyPort = 0, memcachedPort = 0, ...kindPorts] = ports
  const server = { bind_ip: '127.0.0.1', workers: 0, user: userInfo().username, swift_dir: root }

  write('swift.conf', {
    'swift-hash': { swift_hash_path_suffix: 'quoin', swift_hash_path_prefix: 'quoin' },
    'storage-policy:0': { name: 'one', default: 'yes' },
  })
  for (const [index, kind] of KINDS.entries()) {
    const port = kindPorts[index] ?? 0
    buildRing(root, kind, port)
    write(`${kind}.conf`, {
      DEFAULT: { ...server, bind_port: port, devices: join(root, 'devices'), mount_check: false, fallocate_reserve: 0 },
      'pipeline:main': { pipeline: `${kind}-server` },
      [`app:${kind}-server`]: { use: `egg:swift#${kind}` },
    })
  }
  const filters = ['catch_errors', 'cache', 'listing_formats', 'bulk', 's3api', 'tempauth', 'copy', 'slo', 'dlo']
  const settings: Record<string, Record<string, string | number | boolean>> = {
    cache: { use: 'egg:swift#memcache', memcache_servers: `127.0.0.1:${memcachedPort}` },
    s3api: { location: 'us-east-1', min_segment_size: 5_242_880 },
    tempauth: { user_test_tester: `${SECRET_ACCESS_KEY} .admin`, storage_url_scheme: 'http' },
  }
  write('proxy.conf', {
    DEFAULT: { ...server, bind_port: proxyPort },
    'pipeline:main': { pipeline: [...filters, 'proxy-server'].join(' ') },
    'app:proxy-server': { use: 'egg:swift#proxy', account_autocreate: true, allow_account_management: true },
    ...Object.fromEntries(filters.map((name) => [`filter:${name}`, { use: `egg:swift#${name}`, ...settings[name] }])),
  })

  start(root, 'memcached', ['-l', '127.0.0.1', '-p', String(memcachedPort), '-u', userInfo().username])
  for (const kind of [...KINDS, 'proxy']) start(root, `swift-${kind}-server`, [join(root, `${kind}.conf`), '-v'])
  const url = `http://127.0.0.1:${proxyPort}`
  await until(async () => (await fetch(url)).status < 500)
  const api = await signIn(url)
  await until(async () => (await api.call(bucket, 'PUT')).ok)
  return { url, ...api }
}

function buildRing(root: string, kind: string, port: number): void {
  const builder = join(root, `${kind}.builder`)
  for (const args of [['create', '6', '1', '0'], ['add', `r1z1-127.0.0.1:${port}/disk`, '1'], ['rebalance']]) {
    const { status, stderr } = spawnSync('swift-ring-builder', [builder, ...args], { encoding: 'utf8' })
    // Exit code 1 is a warning about the single device.
    if (status !== 0 && status !== 1) throw new Error(`swift-ring-builder ${args.join(' ')}: ${stderr}`)
  }
}

function start(root: string, program: string, args: readonly string[]): ChildProcess {
  const log = openSync(join(root, `${program}.log`), 'a')
  const child = spawn(program, args, { stdio: ['ignore', log, log], env: { ...process.env, SWIFT_DIR: root } })
  atEnd(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  })
  return child
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 1200; tries++) {
    if (await isTrue().catch(() => false)) return
    await sleep(100)
  }
  throw new Error('Swift did not get ready within 120 s')
}

async function signIn(url: string) {
  const headers = { 'x-auth-user': ACCESS_KEY_ID, 'x-auth-key': SECRET_ACCESS_KEY }
  const signedIn = await fetch(`${url}/auth/v1.0`, { headers })
  const [account, token] = [signedIn.headers.get('x-storage-url') ?? '', signedIn.headers.get('x-auth-token') ?? '']
  const call = (path: string, method = 'GET') =>
    fetch(`${account}/${path}`, { method, headers: { 'x-auth-token': token } })
  return {
    call,
    async list(container: string): Promise<string[]> {
      const reply = await call(`${container}?format=json`)
      return reply.status === 200 ? ((await reply.json()) as { name: string }[]).map(({ name }) => name) : []
    },
  }
}
