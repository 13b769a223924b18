import { timer } from '../../queue/timers.ts'
import { forgetPast } from '../../sources/directory/retention.ts'

/** What people were and who was left out once is kept for those who follow changes, and no longer. */
export const suppressionTimers = [
  timer({ id: 'directory.forget', everySeconds: 3600, run: (ctx) => forgetPast(ctx.db, ctx.clock.now()) }),
]
