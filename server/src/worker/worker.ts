import { expireDue } from '../domains/billing/service.ts'
import { forgetOldAnswers } from '../domains/idempotency/service.ts'
import { attemptDue, forgetOldEvents, orderMissedTopups, renewDue } from '../domains/payments/service.ts'
import type { Context } from '../kit/context.ts'

export interface Worker {
  stop(): Promise<void>
}

/** What runs now and then in every process. Any number may run: each is safe to do twice. */
const CHORES: { name: string; everyMs: number; run: (ctx: Context) => Promise<unknown> }[] = [
  { name: 'release abandoned holds', everyMs: 1000, run: (ctx) => ctx.ledger.sweep() },
  { name: 'expire credits', everyMs: 60_000, run: expireDue },
  { name: 'forget old idempotent answers', everyMs: 600_000, run: forgetOldAnswers },
  { name: 'charge and look up orders', everyMs: 1000, run: attemptDue },
  { name: 'renew subscriptions', everyMs: 60_000, run: renewDue },
  { name: 'order missed top-ups', everyMs: 60_000, run: orderMissedTopups },
  { name: 'forget old payment events', everyMs: 3_600_000, run: forgetOldEvents },
]

export function startWorker(ctx: Context): Worker {
  const running = new Map<string, Promise<void>>()
  const timers = CHORES.map(({ name, everyMs, run }) => {
    const start = () => {
      if (running.has(name)) return
      const done = run(ctx)
        .catch((error: unknown) => ctx.log.warn({ err: error, chore: name }, 'a chore failed; it will be tried again'))
        .then(() => void running.delete(name))
      running.set(name, done)
    }
    start()
    return setInterval(start, everyMs)
  })
  return {
    async stop() {
      for (const timer of timers) clearInterval(timer)
      await Promise.all(running.values())
    },
  }
}
