import type { Db } from '../../../../kit/postgres/db.ts'
import { updateDoubtfulMessages } from './sql/messages.ts'

/**
 * After a restore, messages that wait in the backup were most likely sent since then: the platform is asked about them, and none
 * is sent again. Answers how many there are.
 */
export function markRestoredMessages(tx: Db, { restoredAt }: { readonly restoredAt: Date }): Promise<number> {
  return updateDoubtfulMessages(tx, restoredAt)
}
