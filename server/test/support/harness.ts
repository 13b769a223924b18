import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { after } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openWorkspace } from '../../src/domains/billing/onboarding/service.ts'
import { mintKey } from '../../src/domains/identity/keys/service.ts'
import { addMember } from '../../src/domains/identity/members/service.ts'
import { startSession } from '../../src/domains/identity/sessions/service.ts'
import { prepareUser } from '../../src/domains/identity/users/service.ts'
import { createApp } from '../../src/http/app.ts'
import { routes } from '../../src/http/catalogue.ts'
import type { Portal } from '../../src/http/portal/portal.ts'
import { UNKNOWN_VISITOR } from '../../src/http/request/visitor.ts'
import { type Clock, ManualClock } from '../../src/kit/clock.ts'
import { readConfig } from '../../src/kit/config/config.ts'
import type { Context, Role } from '../../src/kit/context.ts'
import { createLog } from '../../src/kit/log/log.ts'
import { connect, type Pool } from '../../src/kit/postgres/db.ts'
import { createSecrets, newMasterKey } from '../../src/kit/secrets.ts'
import { NOTHING_SHARED } from '../../src/kit/shared-limits.ts'
import { createLedger } from '../../src/ledger/ledger.ts'
import { migrate, readSchema } from '../../src/operations/schema/migrate.ts'
import { openContext } from '../../src/runtime.ts'
import { openDirectory } from '../../src/sources/directory/open-directory.ts'
import { openSources } from '../../src/sources/registry.ts'
import type { AnySource } from '../../src/sources/source.ts'
import { cloneTemplate, dropDatabase, listNodes, makeTemplate } from './citus-databases.ts'
import { HANG_MS } from './hang-timeout.ts'

const server = process.env['TEST_POSTGRES']

export const OPERATOR_TOKEN = 'operator-token-for-tests-0123456789abcdef'

const schema = readSchema()
const template = `template_${createHash('sha1')
  .update([...schema.migrations, ...schema.functions].map(({ hash }) => hash).join())
  .digest('hex')
  .slice(0, 12)}`
let databases = 0

/** Cleanups, run at the end of the file in reverse order: connections before their database. */
const closers: (() => unknown)[] = []
export function atEnd(close: () => unknown): void {
  if (closers.push(close) > 1) return
  after(async () => {
    while (closers.length > 0) await closers.pop()?.()
  })
}

/** Returns the address of a fresh, migrated database, cloned from a template (15 ms) and dropped at the end. */
export async function freshDatabase(): Promise<string> {
  if (!server) throw new Error('Run tests with `npm test -- FILE`: it starts PostgreSQL and passes its address.')
  const admin = connect(`${server}?postgres`, { max: 1 })
  const nodes = await listNodes(admin)
  // Without a transaction, which would be idle for too long while a cluster creates its tables.
  await admin`select pg_advisory_lock(7)`
  const [exists] = await admin`select 1 from pg_database where datname = ${template}`
  if (!exists) await (nodes.length > 0 ? makeTemplate(nodes, template) : makePlainTemplate())
  await admin`select pg_advisory_unlock(7)`
  const name = `test_${process.pid}_${databases++}`
  if (nodes.length > 0) await cloneTemplate(nodes, name, template)
  else await admin.unsafe(`create database ${name} template ${template} strategy file_copy`)
  atEnd(async () => {
    if (nodes.length > 0) await dropDatabase(nodes, name)
    else await admin.unsafe(`drop database if exists ${name} with (force)`)
    await admin.end()
  })
  return `${server}?${name}`
}

const directoryUrls = new Map<string, string>()

/** Returns the directory of a database, in a separate database. */
async function ensureDirectoryUrl(address: string): Promise<string> {
  const known = directoryUrls.get(address) ?? toDatabaseUrl(await freshDatabase())
  directoryUrls.set(address, known)
  return known
}

/** Returns the address in the form of DATABASE_URL. */
export function toDatabaseUrl(address: string): string {
  const [host = '', database = ''] = address.split('?')
  return `postgres:///${database}?host=${encodeURIComponent(host)}&user=quoin`
}

async function makePlainTemplate(): Promise<void> {
  const building = connect(`${server}?postgres`, { max: 1 })
  await building.unsafe(`drop database if exists ${template}_new`)
  await building.unsafe(`create database ${template}_new`)
  const db = connect(`${server}?${template}_new`, { max: 1 })
  await migrate(db, schema)
  await db.end()
  await building.unsafe(`alter database ${template}_new rename to ${template}`)
  await building.end()
}

export interface TestContext extends Context {
  readonly clock: ManualClock
}

export interface ContextOptions {
  readonly env?: Record<string, string>
  readonly clock?: Clock
  readonly address?: string
  /** Sources that are asked after those of the catalogue. */
  readonly sources?: readonly AnySource[]
}

/** Tests keep transactions open while they call the service, which takes long on a busy machine. */
function connectForTest(address: string): Pool {
  return connect(address, { max: 10, settings: { idle_in_transaction_session_timeout: String(HANG_MS) } })
}

/** Opens a context on a separate database; closed at the end of the file. */
export async function testContext({
  env = {},
  clock = new ManualClock(),
  address,
  sources = [],
}: ContextOptions = {}): Promise<TestContext> {
  const at = address ?? (await freshDatabase())
  const config = readConfig({
    QUOIN_DATA: `${tmpdir()}/quoin-none`,
    LOG_LEVEL: 'error',
    RATE_LIMIT_PER_SECOND: '100000',
    RATE_LIMIT_BURST: '100000',
    RATE_LIMIT_WORKSPACE_PER_SECOND: '100000',
    RATE_LIMIT_WORKSPACE_BURST: '100000',
    RATE_LIMIT_ADDRESS_PER_SECOND: '100000',
    RATE_LIMIT_ADDRESS_BURST: '100000',
    QUOIN_OPERATOR_TOKEN: OPERATOR_TOKEN,
    ...(process.env['TEST_DIRECTORY'] === 'apart' && { DIRECTORY_DATABASE_URL: await ensureDirectoryUrl(at) }),
    ...env,
  })
  const resources = new AsyncDisposableStack()
  atEnd(() => resources.disposeAsync())
  const db = resources.use(connectForTest(at))
  const directory = await openDirectory(config, db)
  if (directory !== db) resources.use(directory)
  const ledgerDb = resources.use(connect(at, { max: 4 }))
  const log = createLog(config.LOG_LEVEL)
  const secrets = createSecrets(config.QUOIN_MASTER_KEY ?? newMasterKey())
  const ctx = await openContext(resources, {
    config,
    db,
    reads: db,
    directory,
    clock,
    log,
    secrets,
    sharedLimits: NOTHING_SHARED,
    openLedger: (ids) => createLedger({ db: ledgerDb, clock, ids, log }),
    moreSources: sources,
  })
  return ctx as TestContext
}

/** Replaces the sources of a running context, as a restart with other settings would. */
export function replaceSources(ctx: Context, sources: readonly AnySource[], config = ctx.config): void {
  const opened = openSources({ ...ctx, config }, sources)
  atEnd(() => opened.close())
  Object.assign(ctx, { sources: opened })
}

/** Waits for a condition and returns its value. Throws with its name when it does not come true. */
export async function until<T>(what: string, found: () => Promise<T> | T): Promise<Exclude<T, false | undefined>> {
  const deadline = Date.now() + HANG_MS
  // Polls less and less often: otherwise a long wait would keep a processor busy.
  for (let pauseMs = 5; ; pauseMs = Math.min(1.5 * pauseMs, 50)) {
    const it = await found()
    if (it) return it as Exclude<T, false | undefined>
    if (Date.now() > deadline) throw new Error(`Timed out waiting for ${what}`)
    await sleep(pauseMs)
  }
}

export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into bodies of every shape
  readonly body: any
}

export interface Client {
  (method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>
}

export interface World {
  readonly ctx: TestContext
  readonly db: Pool
  readonly url: string
  readonly workspaceId: string
  readonly live: Client
  readonly test: Client
  readonly operator: Client
  /** Returns a client with any key; without one it sends no Authorization header. */
  client(key?: string): Client
  /** Opens another workspace with its own key. */
  neighbour(): Promise<{ workspaceId: string; live: Client }>
  key(wanted?: Partial<Parameters<typeof mintKey>[3]>): Promise<string>
  /** Returns a client of a new user with a session; an owner of the world's workspace by default. */
  session(wanted?: SessionOptions): Promise<Browser>
}

/** A client with the headers that a browser sends automatically. */
export interface Browser extends Client {
  readonly headers: Readonly<Record<string, string>>
}

export interface SessionOptions {
  readonly role?: Role
  readonly profileIds?: string[]
  readonly workspaceId?: string
  readonly isOperator?: boolean
  /** False when the sign-in does not count as a proof of identity in the workspace, as after an invitation. */
  readonly isFounder?: boolean
  readonly email?: string
  readonly password?: string
  /** URL of another process of the service, which the browser calls instead. */
  readonly url?: string
}

/** Boots a whole service on its own port, with one workspace and its keys. */
export async function boot(options: ContextOptions & { routes?: typeof routes; portal?: Portal } = {}): Promise<World> {
  const address = options.address ?? (await freshDatabase())
  const ctx = await testContext({ ...options, address })
  // Separate from the service's pool: no statement of a test is pipelined behind one that waits for the test's own transaction.
  const db = connectForTest(address)
  atEnd(() => db.end({ timeout: 1 }))
  const app = createApp(ctx, {
    routes: options.routes ?? routes,
    readiness: { check: async () => undefined },
    ...(options.portal && { portal: options.portal }),
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  atEnd(() => app.close())
  const first = await openWorkspace(ctx, 'Test workspace')
  return {
    ctx,
    db,
    url,
    workspaceId: first.workspaceId,
    live: createClient(url, first.liveKey),
    test: createClient(url, first.testKey),
    operator: createClient(url, OPERATOR_TOKEN),
    client: (key) => createClient(url, key),
    async neighbour() {
      const other = await openWorkspace(ctx, 'Other workspace')
      return { workspaceId: other.workspaceId, live: createClient(url, other.liveKey) }
    },
    session: (wanted = {}) => openSession(ctx, wanted.url ?? url, { workspaceId: first.workspaceId, ...wanted }),
    key: async (wanted = {}) => (await mintKey(ctx, ctx.db, first.workspaceId, { mode: 'live', ...wanted })).key,
  }
}

let users = 0

async function openSession(
  ctx: TestContext,
  url: string,
  {
    workspaceId,
    role = 'owner',
    profileIds,
    isOperator = false,
    isFounder = true,
    ...wanted
  }: SessionOptions & { workspaceId: string },
): Promise<Browser> {
  const { email = `user-${++users}@example.com`, password } = wanted
  const insert = await prepareUser(ctx, { email, name: 'Test user', password, isOperator, isVerified: true })
  const user = await insert(ctx.db)
  await addMember(ctx, ctx.db, workspaceId, { userId: user.id, role, profileIds: profileIds ?? null, isFounder })
  const how = { userId: user.id, method: 'password', isPendingTotp: false } as const
  return createBrowser(url, { workspaceId, cookie: await startSession(ctx, ctx.db, UNKNOWN_VISITOR, how) })
}

/**
 * Creates a client that calls like a page of the portal: with a cookie, its origin and the workspace. `cookie` is a Set-Cookie
 * header.
 */
export function createBrowser(
  url: string,
  { cookie, workspaceId }: { cookie: string | null; workspaceId?: string },
): Browser {
  const own = {
    origin: url,
    ...(cookie !== null && { cookie: cookie.replace(/;.*/s, '') }),
    ...(workspaceId !== undefined && { 'x-quoin-workspace': workspaceId }),
  }
  const client: Client = (method, path, body, headers = {}) => {
    const sent = Object.entries({ ...own, ...headers }).filter(([, value]) => value !== undefined)
    return createClient(url)(method, path, body, Object.fromEntries(sent))
  }
  return Object.assign(client, { headers: own })
}

/**
 * TEST_LAG_MS: delay before a client looks at a response. All background work of the server is done by then: a test that passes
 * only because it is faster than the worker fails.
 */
const LAG_MS = Number(process.env['TEST_LAG_MS'] ?? 0)

export function createClient(url: string, key?: string): Client {
  return async (method, path, body, headers = {}) => {
    const isRaw = typeof body === 'string'
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isRaw ? body : JSON.stringify(body) }),
    })
    const text = await readText(response)
    if (LAG_MS > 0) await sleep(LAG_MS)
    const isJson = /\/(problem\+)?json/.test(response.headers.get('content-type') ?? '')
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson && text ? JSON.parse(text) : undefined,
    }
  }
}

/** Reads the whole response or, of an endless stream, its first part. */
async function readText(response: Response): Promise<string> {
  const isEndless =
    response.headers.get('content-type') === 'text/event-stream' && !response.headers.has('content-length')
  if (!isEndless) return response.text()
  const reader = response.body?.getReader()
  const part = await reader?.read()
  await reader?.cancel()
  return new TextDecoder().decode(part?.value)
}
