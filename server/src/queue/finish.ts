import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../kit/log.ts'
import { type Db, isUnavailable, type Pool, transaction } from '../kit/postgres/db.ts'
import type { Held } from './in-flight.ts'
import type { Outcome } from './outcome.ts'
import * as sql from './sql/claims.ts'

interface Ended {
  readonly held: Held
  readonly outcome: Outcome
}

export interface Settler {
  settle(held: Held, outcome: Outcome): void
  /** Gives up on what could not be written yet. */
  close(): void
}

export interface SettlerOptions {
  readonly db: Pool
  readonly log: Log
  readonly now: () => sql.Now
  /** Called once the end is written; `isOurs` is false when the job had been taken over and the result is discarded. */
  readonly onSettled: (held: Held, outcome: Outcome, isOurs: boolean) => void
}

const BATCH_ROWS = 1000
const RETRY_MS = 200

/**
 * Writes down how attempts ended. Whatever ends while a write is under way goes into the next one: a lone job is settled at
 * once, and under load one commit ends hundreds.
 */
export function createSettler({ db, log, now, onSettled }: SettlerOptions): Settler {
  let waiting: Ended[] = []
  let isWriting = false
  let isClosed = false

  async function write(batch: readonly Ended[]): Promise<void> {
    const ours = new Set(await settleAll(db, batch, now()))
    for (const { held, outcome } of batch) onSettled(held, outcome, ours.has(held.id))
  }

  /** Tried until the database answers: a repeat names the same claim, so it cannot settle twice. */
  async function writeSurely(batch: readonly Ended[]): Promise<void> {
    for (;;) {
      try {
        return await write(batch)
      } catch (error) {
        if (isClosed) return
        log.warn({ err: error, jobs: batch.length }, 'ended jobs could not be written down')
        if (isUnavailable(error)) await sleep(RETRY_MS, undefined, { ref: false })
        else if (batch.length > 1) for (const ended of batch) await writeSurely([ended])
        else for (const { held, outcome } of batch) onSettled(held, outcome, false)
        if (!isUnavailable(error)) return
      }
    }
  }

  async function run() {
    isWriting = true
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH_ROWS)
      waiting = waiting.slice(BATCH_ROWS)
      await writeSurely(batch)
    }
    isWriting = false
  }

  return {
    settle(held, outcome) {
      held.isEnding = true
      waiting.push({ held, outcome })
      // One turn of the event loop, so that jobs that end together are settled together.
      if (!isWriting) {
        isWriting = true
        setImmediate(() => void run())
      }
    },
    close() {
      isClosed = true
      waiting = []
    },
  }
}

async function settleAll(db: Pool, batch: readonly Ended[], now: sql.Now): Promise<number[]> {
  const done: Held[] = []
  const rest: sql.Unfinished[] = []
  for (const { held, outcome } of batch) {
    if (outcome.kind === 'done') done.push(held)
    else rest.push(unfinished(held, outcome))
  }
  const keys = batch.flatMap(({ held }) => keyOf(held))
  if (rest.length === 0 && keys.length === 0) return sql.deleteFinished(db, done)
  return transaction(db, async (tx) => {
    const deleted = done.length > 0 ? await sql.deleteFinished(tx, done) : []
    const updated = rest.length > 0 ? await sql.updateUnfinished(tx, now, rest) : []
    if (keys.length > 0) await sql.unparkNext(tx, keys)
    return [...deleted, ...updated]
  })
}

/** Finishes one job in a transaction of its handler's; false when it has been taken over. */
export async function finish(tx: Db, held: Held): Promise<boolean> {
  const [id] = await sql.deleteFinished(tx, [held])
  if (id === undefined) return false
  const keys = keyOf(held)
  if (keys.length > 0) await sql.unparkNext(tx, keys)
  return true
}

/** Gives back what was claimed and not started. */
export async function giveBack(db: Pool, held: readonly Held[]): Promise<void> {
  await transaction(db, async (tx) => {
    await sql.giveBackJobs(tx, held)
    const keys = held.flatMap(keyOf)
    if (keys.length > 0) await sql.unparkNext(tx, keys)
  })
}

function keyOf({ workspaceId, row }: Held): sql.Key[] {
  return row.key === null ? [] : [{ workspaceId, key: row.key }]
}

function unfinished(held: Held, outcome: Exclude<Outcome, { kind: 'done' }>): sql.Unfinished {
  const { workspaceId, id, claim, handler, row } = held
  return {
    workspaceId,
    id,
    claim,
    state: outcome.kind === 'dead' ? 'dead' : 'waiting',
    attempts: outcome.kind === 'tick' ? 0 : row.attempts + (outcome.kind === 'later' ? 0 : 1),
    at: 'at' in outcome ? outcome.at : null,
    delaySeconds: outcome.kind === 'retry' ? outcome.delaySeconds : 0,
    keepsTurn: handler.job.blocking,
    error: outcome.kind === 'tick' ? null : outcome.error,
  }
}
