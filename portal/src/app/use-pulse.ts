import type { Reply } from '../api/client.ts'
import { useRead } from '../api/hooks.ts'

export type Pulse = Reply<'session.pulse'>

/** What changes without the user doing anything, as counts; every part of the page shares one reading. */
export function usePulse() {
  return useRead('session.pulse', {}, { everySeconds: 3 })
}
