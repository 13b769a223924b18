import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '../../src/kit/clock.ts'
import type { Context } from '../../src/kit/context.ts'
import { createLog } from '../../src/kit/log/log.ts'
import { connect, transaction } from '../../src/kit/postgres/db.ts'
import { handler } from '../../src/queue/job.ts'
import { startQueue } from '../../src/queue/start.ts'
import { effectJob } from './effect-job.ts'

/** A worker in a separate process that tests kill, freeze and disconnect. It records each start and each effect. */
async function work(address: string) {
  const db = connect(address, { max: 4, name: `worker ${process.pid}` })
  // Contains only what the queue uses of its context: the rest would slow the start.
  const ctx = { db, clock: systemClock, log: createLog('silent') } as unknown as Context
  const note = handler(effectJob, async ({ id, payload: { ms, isAtomic }, complete }) => {
    await db`insert into starts (job_id, pid) values (${id}, ${process.pid})`
    await sleep(ms)
    await transaction(db, async (tx) => {
      await tx`insert into effects (job_id, pid, is_atomic) values (${id}, ${process.pid}, ${isAtomic})`
      if (isAtomic) await complete(tx)
    })
  })
  await startQueue(ctx, { jobs: [note], reapSeconds: Number(process.env['QUEUE_REAP'] ?? 2) })
  process.stdout.write('ready\n')
}

await work(process.argv[2] ?? '')
