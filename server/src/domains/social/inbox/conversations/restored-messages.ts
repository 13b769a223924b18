import type { Db } from '../../../../kit/postgres/db.ts'
import { updateDoubtfulMessages } from './sql/messages.ts'

/**
 * Marks queued messages after a restore: they were most likely sent since the backup, so the platform is asked about them and
 * none is sent again. Returns their number.
 */
export function markRestoredMessages(tx: Db, { restoredAt }: { readonly restoredAt: Date }): Promise<number> {
  return updateDoubtfulMessages(tx, restoredAt)
}
