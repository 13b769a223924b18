import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../kit/context.ts'
import { probeWrite } from '../../kit/postgres/health.ts'

const KEPT_MS = 5000
const DEADLINE_MS = 5000

const REASONS: Readonly<Record<string, string>> = {
  '53100': 'the disk of the database is full',
  '25006': 'the database is read-only',
}

/**
 * Checks if the database accepts writes. Returns undefined, or the reason why not. The result is cached for a few seconds, so
 * that frequent checks cost nothing. Details are logged and not returned, because anyone may ask.
 */
export function createWriteCheck(ctx: Context): () => Promise<string | undefined> {
  let checkedAt = -Infinity
  let reason: string | undefined
  return async () => {
    if (performance.now() < checkedAt + KEPT_MS) return reason
    const failure = await Promise.race([
      probeWrite(ctx.db).then(
        () => undefined,
        (error: Error & { code?: string }) => error,
      ),
      sleep(DEADLINE_MS, new Error('the write takes too long'), { ref: false }),
    ])
    const found = failure && (REASONS[String((failure as { code?: string }).code)] ?? 'writes to the database fail')
    if (found !== reason) {
      if (failure) ctx.log.error({ err: failure }, `Not ready: ${found}.`)
      else ctx.log.info('Ready again: the database accepts writes.')
    }
    reason = found
    checkedAt = performance.now()
    return reason
  }
}
