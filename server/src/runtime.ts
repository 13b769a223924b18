import { join } from 'node:path'
import { Registry } from 'prom-client'
import { watchLowBalances } from './domains/billing/credits/low-balance.ts'
import { ensureStandardBook } from './domains/billing/credits/published-books.ts'
import { refundUnanswered } from './domains/billing/credits/refund-unanswered.ts'
import { watchBalances } from './domains/billing/payments/top-ups/watch-balances.ts'
import { storePurchases } from './domains/data/purchases/keep.ts'
import { callbackSources } from './domains/data/vendor-callbacks/sources.ts'
import { type Clock, systemClock } from './kit/clock.ts'
import type { Config } from './kit/config/config.ts'
import { createPublicUrl } from './kit/config/public-url.ts'
import type { Context } from './kit/context.ts'
import { createIds, type Ids } from './kit/ids.ts'
import { startInvalidation } from './kit/invalidation.ts'
import type { Ledger } from './kit/ledger.ts'
import { createLog, type Log, openLogStream } from './kit/log/log.ts'
import { startRequestFeed } from './kit/log/request-feed.ts'
import { checkMasterKey, confirmMasterKey, readMasterKey } from './kit/master-key.ts'
import { openOutbound } from './kit/net/outbound.ts'
import { createPacing } from './kit/pacing.ts'
import { type ConnectOptions, connect, connectSession, type Pool } from './kit/postgres/db.ts'
import { addPoolMetrics } from './kit/postgres/pool/pool-metrics.ts'
import { hasFewConnections, type Roles, requestConnections } from './kit/postgres/pool/pool-sizes.ts'
import { connectReads } from './kit/postgres/pool/read-pool.ts'
import { assertReachable } from './kit/postgres/reachable.ts'
import { createSecrets } from './kit/secrets.ts'
import { NOTHING_SHARED, type SharedLimits } from './kit/shared-limits.ts'
import { openStorage } from './kit/storage/open.ts'
import { readStoreId } from './kit/storage/store-id.ts'
import { createTopicCache } from './kit/topic-cache.ts'
import { createLedger } from './ledger/ledger.ts'
import { type Node, registerNode } from './ledger/node.ts'
import { findServerUrl, type NodeFacts } from './ledger/sql/nodes.ts'
import {
  type EmbeddedPostgres,
  findRunningPostgres,
  startEmbeddedPostgres,
} from './operations/embedded/embedded-postgres.ts'
import { reportDeaths } from './operations/embedded/supervise.ts'
import { migrate } from './operations/schema/migrate.ts'
import { allSources } from './sources/catalogue.ts'
import { openDirectory } from './sources/directory/open-directory.ts'
import { openSources } from './sources/registry.ts'
import type { AnySource } from './sources/source.ts'

/** Everything that a process needs to serve or work. `await using` closes it with the scope. */
export interface Runtime extends AsyncDisposable {
  readonly ctx: Context
  /** Metrics of all parts of the process. */
  readonly registry: Registry
  /** This process's entry among the processes on the database. */
  readonly node: Node
}

export interface RuntimeOptions {
  readonly clock?: Clock
  /**
   * For commands: attach to the embedded database of a running server instead of refusing to start, and log to standard error.
   */
  readonly canAttach?: boolean
  /** Logs JSON on a terminal too. */
  readonly hasJsonLog?: boolean
  /** For a server: its roles, which the other processes on the database can see. */
  readonly roles?: Roles | undefined
  /** The embedded database, if it is already starting. */
  readonly postgres?: Promise<EmbeddedPostgres> | undefined
}

/** Opens a process's resources. Without DATABASE_URL that includes PostgreSQL itself. What was opened last is closed first. */
export async function openRuntime(
  config: Config,
  { clock = systemClock, canAttach = false, hasJsonLog = false, roles, postgres }: RuntimeOptions = {},
): Promise<Runtime> {
  await using opening = new AsyncDisposableStack()
  const log = createLog(config.LOG_LEVEL, await openLogStream(canAttach ? 2 : 1, hasJsonLog))
  if (!canAttach && config.OTEL_EXPORTER_OTLP_ENDPOINT)
    opening.adopt((await import('./operations/tracing.ts')).startTracing(config, log), (tracing) => tracing.stop())
  const secrets = createSecrets(readMasterKey(config))
  const database = opening.use(await openDatabase(config, { canAttach, log, postgres }))
  const db = opening.use(
    connect(database.address, {
      max: requestConnections(config, roles ?? { serve: true, work: true }),
      isSharing: hasFewConnections(config),
      ...poolerOptions(config),
    }),
  )
  const reads = opening.adopt(connectReads(db, config.DATABASE_READ_URL, { max: 2 }), (opened) => opened.end())
  const onWait = () => log.info('waiting for a running backup to end before the schema is migrated')
  await migrateInSession(db, onWait)
  const directory = await openDirectory(config, db, onWait)
  if (directory !== db) opening.use(directory)
  // A command only checks the key: a key that only the command was given must not become the database's key.
  await (canAttach ? checkMasterKey : confirmMasterKey)(db, secrets, config)
  const registry = new Registry()
  addPoolMetrics(registry, db)
  const facts = buildNodeFacts(config, roles)
  const node = close(opening, await registerNode({ db, log, facts, leaseSeconds: config.NODE_LEASE_SECONDS }))
  const sharedLimits = canAttach ? NOTHING_SHARED : close(opening, await openSharedLimits(config, log, registry))
  const ctx = await openContext(opening, {
    config,
    db,
    reads,
    directory,
    clock,
    log,
    secrets,
    sharedLimits,
    registry,
    serverUrl: canAttach ? await findServerUrl(db) : undefined,
    openLedger: (ids) => createLedger({ db, clock, ids, log, registry, node }),
  })
  const opened = opening.move()
  return { ctx, registry, node, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

export interface ContextParts
  extends Pick<Context, 'config' | 'db' | 'reads' | 'directory' | 'clock' | 'log' | 'secrets' | 'sharedLimits'> {
  readonly openLedger: (ids: Ids) => Promise<Ledger>
  readonly registry?: Registry
  /** For a command: the URL of the running server. */
  readonly serverUrl?: string | undefined
  /** Sources that are asked after those of the catalogue. */
  readonly moreSources?: readonly AnySource[]
}

/** Opens the parts of a context on its databases. `resources` closes them. */
export async function openContext(
  resources: AsyncDisposableStack,
  { openLedger, registry, serverUrl, moreSources = [], ...given }: ContextParts,
): Promise<Context> {
  const { config, db, clock, log } = given
  const ids = createIds(clock)
  const outbound = close(resources, openOutbound(config))
  const invalidation = close(resources, await startInvalidation(db, log))
  const tools = {
    ...given,
    ids,
    outbound,
    invalidation,
    requestFeed: close(resources, await startRequestFeed(db)),
    ledger: close(resources, await openLedger(ids)),
    pacing: createPacing(() => clock.now().getTime()),
    storage: await openStorage(config),
    cache: createTopicCache(invalidation),
    publicUrl: createPublicUrl(config, serverUrl),
  }
  const all = [...allSources(tools), ...callbackSources(() => ctx), ...moreSources]
  const sources = close(resources, openSources({ ...tools, ...(registry && { registry }) }, all))
  const ctx: Context = { ...tools, sources }
  await ensureStandardBook(ctx)
  watchBalances(ctx)
  watchLowBalances(ctx)
  refundUnanswered(ctx)
  storePurchases(ctx)
  return ctx
}

/** Closes the resource with the others. Returns the resource. */
function close<T extends { close(): Promise<void> }>(resources: AsyncDisposableStack, resource: T): T {
  return resources.adopt(resource, (opened) => opened.close())
}

/** Loads the Redis client only when one is configured. */
async function openSharedLimits(config: Config, log: Log, registry: Registry): Promise<SharedLimits> {
  if (!config.REDIS_URL) return NOTHING_SHARED
  const { openRedisLimits } = await import('./kit/redis/open-limits.ts')
  return openRedisLimits({ url: config.REDIS_URL, timeoutMs: config.REDIS_TIMEOUT_MS, log, registry })
}

/** Bypasses a pooler: migrations are long statements under a lock. */
async function migrateInSession(db: Pool, onWait: () => void): Promise<void> {
  await using session = connectSession(db, 'quoin migrate')
  await migrate(session, undefined, onWait)
}

function buildNodeFacts(config: Config, roles: Roles | undefined): NodeFacts {
  if (!roles) return { role: null, media: null, url: null }
  const role = roles.serve && roles.work ? 'all' : roles.serve ? 'serve' : 'work'
  return { role, media: config.DATABASE_URL ? readStoreId(config) : null, url: null }
}

function poolerOptions(config: Config): ConnectOptions {
  const { DATABASE_SESSION_URL: sessionAddress, DATABASE_PREPARED: prepared } = config
  return { sessionAddress, ...(prepared !== 'auto' && { isPrepared: prepared === 'yes' }) }
}

/** A database server. `await using` stops it with the scope if this process started it. */
export interface Database extends AsyncDisposable {
  /** Address of the database server itself, even when DATABASE_URL is a pooler. */
  readonly sessionAddress: string
  readonly address: string
}

/**
 * Opens the database of DATABASE_URL, or else the embedded one: started here, or with `canAttach` the one that already runs.
 */
export async function openDatabase(
  config: Config,
  {
    canAttach = false,
    log = createLog(config.LOG_LEVEL, process.stderr),
    postgres: starting,
  }: { canAttach?: boolean; log?: Log; postgres?: RuntimeOptions['postgres'] } = {},
): Promise<Database> {
  const { DATABASE_URL: url, DATABASE_SESSION_URL: session } = config
  if (url) await assertReachable(url, 'DATABASE_URL', { sessionAddress: session })
  if (session) await assertReachable(session, 'DATABASE_SESSION_URL')
  const running = url ?? (canAttach ? await findRunningPostgres(config.dataDir) : undefined)
  if (running) return runsElsewhere(running, session)
  const postgres = await (starting ??
    startEmbeddedPostgres({
      dataDir: config.dataDir,
      ...reportDeaths(log),
    }))
  const { cluster } = postgres
  if (cluster !== join(config.dataDir, 'postgres'))
    log.info(
      { cluster },
      'The database files are outside QUOIN_DATA, where the database user can reach them. Back up both.',
    )
  const { address } = postgres
  return { address, sessionAddress: address, [Symbol.asyncDispose]: () => postgres.stop() }
}

/** Returns a database that another process runs. */
export function runsElsewhere(address: string, sessionAddress = address): Database {
  return { address, sessionAddress, [Symbol.asyncDispose]: async () => {} }
}
