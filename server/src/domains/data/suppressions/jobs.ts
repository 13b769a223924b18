import { timer } from '../../../queue/timers.ts'
import { tidyDirectory } from '../../../sources/directory/retention.ts'

/** What people were and who was left out once is kept for those who follow changes, and no longer. */
export const suppressionTimers = [
  timer({ id: 'directory.tidy', everySeconds: 3600, run: (ctx) => tidyDirectory(ctx.db, ctx.clock.now()) }),
]
