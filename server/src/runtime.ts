import { join } from 'node:path'
import { Registry } from 'prom-client'
import { watchLowBalances } from './domains/billing/credits/low-balance.ts'
import { ensureStandardBook } from './domains/billing/credits/published-books.ts'
import { refundUnanswered } from './domains/billing/credits/refund-unanswered.ts'
import { watchBalances } from './domains/billing/payments/top-ups/watch-balances.ts'
import { callbackSources } from './domains/data/vendor-callbacks/sources.ts'
import { type Clock, systemClock } from './kit/clock.ts'
import type { Config } from './kit/config/config.ts'
import { createPublicUrl } from './kit/config/public-url.ts'
import type { Context } from './kit/context.ts'
import { createIds } from './kit/ids.ts'
import { startInvalidation } from './kit/invalidation.ts'
import { createLog, type Log, openLogStream } from './kit/log/log.ts'
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
import type { NodeFacts } from './ledger/sql/nodes.ts'
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

export interface Runtime {
  readonly ctx: Context
  /** Metrics of all parts of the process. */
  readonly registry: Registry
  /** This process's entry among the processes on the database. */
  readonly node: Node
  close(): Promise<void>
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

/** Opens everything that a process needs to serve or work. Without DATABASE_URL that includes PostgreSQL itself. */
export async function openRuntime(
  config: Config,
  { clock = systemClock, canAttach = false, hasJsonLog = false, roles, postgres }: RuntimeOptions = {},
): Promise<Runtime> {
  const log = createLog(config.LOG_LEVEL, await openLogStream(canAttach ? 2 : 1, hasJsonLog))
  const tracing =
    !canAttach && config.OTEL_EXPORTER_OTLP_ENDPOINT
      ? (await import('./operations/tracing.ts')).startTracing(config, log)
      : undefined
  const secrets = createSecrets(readMasterKey(config))
  const database = await openDatabase(config, { canAttach, log, postgres })
  const db = connect(database.address, {
    max: requestConnections(config, roles ?? { serve: true, work: true }),
    isSharing: hasFewConnections(config),
    ...poolerOptions(config),
  })
  const reads = connectReads(db, config.DATABASE_READ_URL, { max: 2 })
  let node: Node | undefined
  let directory = db
  try {
    const onWait = () => log.info('waiting for a running backup to end before the schema is migrated')
    await migrateInSession(db, onWait)
    directory = await openDirectory(config, db, onWait)
    // A command only checks the key: a key that only the command was given must not become the database's key.
    await (canAttach ? checkMasterKey : confirmMasterKey)(db, secrets, config)
    const outbound = openOutbound(config)
    const pacing = createPacing(() => clock.now().getTime())
    const invalidation = await startInvalidation(db, log)
    const ids = createIds(clock)
    const registry = new Registry()
    addPoolMetrics(registry, db)
    node = await registerNode({
      db,
      log,
      facts: buildNodeFacts(config, roles),
      leaseSeconds: config.NODE_LEASE_SECONDS,
    })
    const ledger = await createLedger({ db, clock, ids, log, registry, node })
    const cache = createTopicCache(invalidation)
    const storage = await openStorage(config)
    const publicUrl = createPublicUrl(config)
    const sharedLimits = canAttach ? NOTHING_SHARED : await openSharedLimits(config, log, registry)
    const tools = {
      config,
      db,
      reads,
      directory,
      clock,
      ids,
      log,
      secrets,
      outbound,
      pacing,
      sharedLimits,
      storage,
      invalidation,
      ledger,
      cache,
      publicUrl,
    }
    const sources = openSources({ ...tools, registry }, [...allSources(tools), ...callbackSources(() => ctx)])
    const ctx: Context = { ...tools, sources }
    await ensureStandardBook(ctx)
    watchBalances(ctx)
    watchLowBalances(ctx)
    refundUnanswered(ctx)
    const registered = node
    return {
      ctx,
      registry,
      node,
      async close() {
        await outbound.close()
        await sharedLimits.close()
        await invalidation.close()
        await ledger.close()
        await sources.close()
        await registered.close()
        await reads.end()
        if (directory !== db) await directory.end({ timeout: 5 })
        await db.end({ timeout: 5 })
        await database.stop()
        await tracing?.stop()
      },
    }
  } catch (error) {
    await node?.close()
    await reads.end()
    if (directory !== db) await directory.end({ timeout: 1 })
    await db.end({ timeout: 1 })
    await database.stop()
    await tracing?.stop()
    throw error
  }
}

/** Loads the Redis client only when one is configured. */
async function openSharedLimits(config: Config, log: Log, registry: Registry): Promise<SharedLimits> {
  if (!config.REDIS_URL) return NOTHING_SHARED
  const { openRedisLimits } = await import('./kit/redis/open-limits.ts')
  return openRedisLimits({ url: config.REDIS_URL, timeoutMs: config.REDIS_TIMEOUT_MS, log, registry })
}

/** Bypasses a pooler: migrations are long statements under a lock. */
async function migrateInSession(db: Pool, onWait: () => void): Promise<void> {
  const session = connectSession(db, 'quoin migrate')
  try {
    await migrate(session, undefined, onWait)
  } finally {
    await session.end({ timeout: 1 })
  }
}

function buildNodeFacts(config: Config, roles: Roles | undefined): NodeFacts {
  if (!roles) return { role: null, media: null }
  const role = roles.serve && roles.work ? 'all' : roles.serve ? 'serve' : 'work'
  return { role, media: config.DATABASE_URL ? readStoreId(config) : null }
}

function poolerOptions(config: Config): ConnectOptions {
  const { DATABASE_SESSION_URL: sessionAddress, DATABASE_PREPARED: prepared } = config
  return { sessionAddress, ...(prepared !== 'auto' && { isPrepared: prepared === 'yes' }) }
}

export interface Database {
  /** Address of the database server itself, even when DATABASE_URL is a pooler. */
  readonly sessionAddress: string
  readonly address: string
  /** Stops the database if this process started it. */
  stop(): Promise<void>
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
  if (running) return { address: running, sessionAddress: session ?? running, stop: async () => {} }
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
  return { ...postgres, sessionAddress: postgres.address }
}
