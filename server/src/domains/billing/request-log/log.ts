import { Counter, type Registry } from 'prom-client'
import type { Context } from '../../../kit/context.ts'
import { isUnavailable, violatedConstraint } from '../../../kit/postgres/db.ts'
import { toStoredError } from './error-body.ts'
import { insertRequestLines, type RequestLogRow, writeRequestLine } from './sql.ts'

/** A completed request. Its response is passed only if it failed. */
export interface CompletedRequest extends Omit<RequestLogRow, 'day' | 'error_code' | 'error_body'> {
  readonly failure: string | null
}

export interface RequestLog {
  /** Reads the request, unless a limit is reached, and stores it within about a second. It never waits, and never fails. */
  add(workspaceId: string, status: number, read: () => CompletedRequest): void
  close(): Promise<void>
}

const WRITE_MS = 1000
/** A batch of this size is written before the second is over. */
const BATCH_BYTES = 1_048_576
/** While the database is away, the oldest lines are dropped beyond this. */
const BYTES_MAX = 16 * 1_048_576
const DAY_MS = 86_400_000

/** Lines that are written together. The same lines are written again if their outcome is unknown. */
interface Batch {
  readonly lines: string[]
  bytes: number
}

type DropReason = 'limit' | 'full' | 'rejected'

/**
 * Collects completed requests in memory and writes them once a second in one statement, so that no request waits for it (decision
 * 0075). A killed process loses the requests of its last second.
 */
export function openRequestLog(ctx: Context, registry: Registry): RequestLog {
  const { db, log } = ctx
  const { config } = ctx
  const isOff = config.REQUEST_LOG_DAYS === 0
  const dropped = countDrops(registry)
  const ofSecond = createCounter(config.REQUEST_LOG_PER_SECOND)
  const ofDay = createCounter(config.REQUEST_LOG_PER_DAY)
  let today = 0
  let day = ''
  const waiting: Batch[] = []
  let collecting: Batch = { lines: [], bytes: 0 }
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | undefined

  function add(workspaceId: string, status: number, read: () => CompletedRequest): void {
    if (isOff) return
    if (!ofSecond(workspaceId, status, Math.floor(performance.now() / 1000))) return dropped('limit', 1)
    const now = Math.floor(ctx.clock.now().getTime() / DAY_MS)
    if (now !== today) day = toDay((today = now))
    if (!ofDay(workspaceId, status, today)) return dropped('limit', 1)
    const { failure, ...request } = read()
    const error = failure === null ? undefined : toStoredError(failure)
    const line = writeRequestLine({ ...request, day, error_code: error?.code ?? null, error_body: error?.body ?? null })
    collecting.lines.push(line)
    collecting.bytes += line.length
    if (collecting.bytes >= BATCH_BYTES) void write()
    else timer ??= setTimeout(() => void write(), WRITE_MS).unref()
  }

  function write(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    if (collecting.lines.length > 0) {
      waiting.push(collecting)
      collecting = { lines: [], bytes: 0 }
      dropOldest()
    }
    return (writing ??= writeBatches().finally(() => {
      writing = undefined
      if (waiting.length > 0) timer ??= setTimeout(() => void write(), WRITE_MS).unref()
    }))
  }

  function dropOldest(): void {
    let bytes = waiting.reduce((sum, batch) => sum + batch.bytes, 0)
    while (bytes > BYTES_MAX) {
      const oldest = waiting.shift()
      if (!oldest) return
      bytes -= oldest.bytes
      dropped('full', oldest.lines.length)
    }
  }

  async function writeBatches(): Promise<void> {
    for (let batch = waiting.shift(); batch; batch = waiting.shift()) {
      try {
        await insertRequestLines(db, batch.lines)
      } catch (error) {
        if (isUnavailable(error)) {
          waiting.unshift(batch)
          return dropOldest()
        }
        // Otherwise an earlier attempt was committed, whose outcome was unknown.
        if (violatedConstraint(error) !== 'request_log_pkey') {
          dropped('rejected', batch.lines.length)
          log.warn({ err: error }, 'could not store requests for the request log')
        }
      }
    }
  }

  return {
    add,
    async close() {
      await writing
      await write()
      clearTimeout(timer)
    },
  }
}

function toDay(days: number): string {
  return new Date(days * DAY_MS).toISOString().slice(0, 10)
}

/**
 * Counts the requests of each workspace in a period, and returns false beyond the limit. Failed requests have a limit of their own,
 * so that they are seen in a flood of others.
 */
function createCounter(limit: number) {
  const succeeded = new Map<string, number>()
  const failed = new Map<string, number>()
  let counted = 0
  return (workspaceId: string, status: number, period: number): boolean => {
    if (period !== counted) {
      succeeded.clear()
      failed.clear()
      counted = period
    }
    const counts = status < 400 ? succeeded : failed
    const count = (counts.get(workspaceId) ?? 0) + 1
    if (count > limit) return false
    counts.set(workspaceId, count)
    return true
  }
}

function countDrops(registry: Registry): (reason: DropReason, count: number) => void {
  const counter = new Counter({
    name: 'quoin_request_log_dropped_total',
    help: 'Requests that are not in the request log, because of a limit, a full buffer or a rejected batch.',
    labelNames: ['reason'],
    registers: [registry],
  })
  // Looked up once: a flood beyond the limits counts each of its requests.
  const children = {
    limit: counter.labels('limit'),
    full: counter.labels('full'),
    rejected: counter.labels('rejected'),
  } satisfies Record<DropReason, unknown>
  return (reason, count) => children[reason].inc(count)
}
