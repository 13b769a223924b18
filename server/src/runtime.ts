import { join } from 'node:path'
import { watchLowBalances } from './domains/billing/credits/low-balance.ts'
import { ensureStandardBook } from './domains/billing/credits/published-books.ts'
import { watchBalances } from './domains/billing/payments/top-ups/watch-balances.ts'
import { callbackSources } from './domains/data/vendor-callbacks/sources.ts'
import { type Clock, systemClock } from './kit/clock.ts'
import type { Config } from './kit/config.ts'
import type { Context } from './kit/context.ts'
import { createIds } from './kit/ids.ts'
import { startInvalidation } from './kit/invalidation.ts'
import { createLog, openLogStream } from './kit/log.ts'
import { checkMasterKey, confirmMasterKey, readMasterKey } from './kit/master-key.ts'
import { openOutbound } from './kit/net/outbound.ts'
import { createPacing } from './kit/pacing.ts'
import { connect } from './kit/postgres/db.ts'
import { findRunningPostgres, startEmbeddedPostgres } from './kit/postgres/embedded/embedded-postgres.ts'
import { migrate } from './kit/postgres/migrate.ts'
import { assertReachable } from './kit/postgres/reachable.ts'
import { createPublicUrl } from './kit/public-url.ts'
import { createSecrets } from './kit/secrets.ts'
import { openStorage } from './kit/storage/open.ts'
import { createTopicCache } from './kit/topic-cache.ts'
import { createLedger } from './ledger/ledger.ts'
import { allSources } from './sources/catalogue.ts'
import { openSources } from './sources/registry.ts'

export interface Runtime {
  readonly ctx: Context
  close(): Promise<void>
}

export interface RuntimeOptions {
  readonly clock?: Clock
  /** For commands: use the embedded database of a running server instead of refusing to start, and log to standard error. */
  readonly canAttach?: boolean
  /** Also on a terminal. */
  readonly hasJsonLog?: boolean
}

/** Opens everything that a process needs to serve or work; without DATABASE_URL that includes PostgreSQL itself. */
export async function openRuntime(
  config: Config,
  { clock = systemClock, canAttach = false, hasJsonLog = false }: RuntimeOptions = {},
): Promise<Runtime> {
  const log = createLog(config.LOG_LEVEL, await openLogStream(canAttach ? 2 : 1, hasJsonLog))
  const secrets = createSecrets(readMasterKey(config))
  const database = await openDatabase(config, { canAttach, log })
  const { address } = database
  const db = connect(address, { max: config.DATABASE_POOL })
  // Connections of its own, so that no charge waits behind a slow query.
  const ledgerDb = connect(address, { max: 4, name: 'quoin ledger' })
  try {
    await migrate(db)
    // A command seals nothing: a key that only the command was given must not become the database's.
    await (canAttach ? checkMasterKey : confirmMasterKey)(db, secrets, config)
    const outbound = openOutbound(config)
    const pacing = createPacing(() => clock.now().getTime())
    const invalidation = await startInvalidation(db, log)
    const ids = createIds(clock)
    const ledger = await createLedger({ db: ledgerDb, clock, ids, log })
    const cache = createTopicCache(invalidation)
    const storage = await openStorage(config)
    const publicUrl = createPublicUrl(config)
    const tools = {
      config,
      db,
      clock,
      ids,
      log,
      secrets,
      outbound,
      pacing,
      storage,
      invalidation,
      ledger,
      cache,
      publicUrl,
    }
    const sources = openSources(tools, [...allSources(tools), ...callbackSources(() => ctx)])
    const ctx: Context = { ...tools, sources }
    await ensureStandardBook(ctx)
    watchBalances(ctx)
    watchLowBalances(ctx)
    return {
      ctx,
      async close() {
        await outbound.close()
        await invalidation.close()
        await ledger.close()
        await sources.close()
        await ledgerDb.end({ timeout: 5 })
        await db.end({ timeout: 5 })
        await database.stop()
      },
    }
  } catch (error) {
    await ledgerDb.end({ timeout: 1 })
    await db.end({ timeout: 1 })
    await database.stop()
    throw error
  }
}

export interface Database {
  readonly address: string
  /** Stops it when this process started it. */
  stop(): Promise<void>
}

/** The database of DATABASE_URL, or the embedded one: started here, or with `canAttach` the one that runs already. */
export async function openDatabase(
  config: Config,
  { canAttach = false, log = createLog(config.LOG_LEVEL, process.stderr) } = {},
): Promise<Database> {
  if (config.DATABASE_URL) await assertReachable(config.DATABASE_URL)
  const running = config.DATABASE_URL ?? (canAttach ? await findRunningPostgres(config.dataDir) : undefined)
  if (running) return { address: running, stop: async () => {} }
  const postgres = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    onCrash: (output) => {
      log.fatal({ output }, 'The embedded PostgreSQL ended. Start Quoin again: the database recovers by itself.')
      process.exit(1)
    },
  })
  const { cluster } = postgres
  if (cluster !== join(config.dataDir, 'postgres'))
    log.info({ cluster }, 'The database is outside of QUOIN_DATA, where its own user can reach it. Back up both.')
  return postgres
}
