import { timer } from '../../../queue/timers.ts'
import { tidyDirectory } from '../../../sources/directory/retention.ts'

/** Deletes expired history that searches for changes use. */
export const suppressionTimers = [
  timer({ id: 'directory.tidy', everySeconds: 3600, run: (ctx) => tidyDirectory(ctx.directory, ctx.clock.now()) }),
]
