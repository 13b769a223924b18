import type { Reply } from '../api/client.ts'
import { useRead } from '../api/hooks.ts'

export type Pulse = Reply<'session.pulse'>

/** Polls the counts that change without the user's action; all parts of the page share one query. */
export function usePulse() {
  return useRead('session.pulse', {}, { everySeconds: 3 })
}
