import type { Context } from '../../../../kit/context.ts'
import type { Db } from '../../../../kit/postgres/db.ts'
import { bookFor } from '../../credits/published-books.ts'
import type { PaymentProvider } from '../providers/provider.ts'
import type { TopupRow } from '../sql/auto-topups.ts'
import { findPayer } from '../sql/payers.ts'

/** Returns the reason that auto top-up buys nothing until the user changes something; null when it is active. */
export async function suspensionReason(
  ctx: Context,
  db: Db,
  provider: PaymentProvider,
  { workspace_id, pack_id }: TopupRow,
): Promise<string | null> {
  const { packs } = await bookFor(ctx, workspace_id)
  if (!packs.some(({ id }) => id === pack_id)) return 'unknown_pack'
  const payer = await findPayer(db, workspace_id, provider.name)
  if (payer?.blocked_reason) return payer.blocked_reason
  return provider.canSaveMethods && !payer?.method_id ? 'no_payment_method' : null
}
