import type { Config } from '../kit/config/config.ts'
import type { Context } from '../kit/context.ts'
import type { Pool } from '../kit/postgres/db.ts'
import { countLiveNodes } from '../ledger/sql/nodes.ts'
import type { Finding } from '../operations/checks.ts'

const ADVICE = 'Set REDIS_URL to share the limits.'

/** Logs a warning at the start if several processes run and limits are not shared. */
export async function warnIfNotShared({ config, db, log }: Context): Promise<void> {
  if (config.REDIS_URL) return
  const processes = await countLiveNodes(db)
  if (processes > 1) log.warn({ processes }, `Each process has its own rate limits. ${ADVICE}`)
}

/** Reports where rate limits are counted. Limits per process are not a failure. */
export async function checkLimits(config: Config, db: Pool): Promise<Finding> {
  if (config.REDIS_URL) return checkRedis(config.REDIS_URL)
  const processes = await countLiveNodes(db)
  if (processes < 2) return [true, 'limits: counted by this process; several processes need REDIS_URL to share them']
  return [
    true,
    `limits: each of ${processes} processes has its own, so a key has up to ${processes} times its rate. ${ADVICE}`,
  ]
}

async function checkRedis(url: string): Promise<Finding> {
  const { describeRedis } = await import('../kit/redis/describe.ts')
  try {
    return [true, `limits: shared by all processes through ${await describeRedis(url)}`]
  } catch (error) {
    const advice = 'Check that REDIS_URL names a running server, and that user and password are right.'
    return [
      false,
      `limits: Redis does not respond (${(error as Error).message}), so each process has its own. ${advice}`,
    ]
  }
}
