import type { Context } from '../../../../kit/context.ts'
import type { Db } from '../../../../kit/postgres/db.ts'
import type { ProviderName } from '../contract/order.ts'
import type { Payer, PaymentUpdateByKind } from '../providers/provider.ts'
import type { OrderRow } from '../sql/orders.ts'
import { upsertPayer } from '../sql/payers.ts'
import { findRef, insertRef } from '../sql/payment-refs.ts'

/** Stores the payer of the order's workspace, and links the provider's customer to this workspace. */
export async function recordPayer(
  ctx: Context,
  tx: Db,
  { workspace_id, provider }: Pick<OrderRow, 'workspace_id' | 'provider'>,
  payer: Payer | undefined,
): Promise<void> {
  if (!payer) return
  await upsertPayer(tx, workspace_id, provider, { ...payer, now: ctx.clock.now() })
  if (payer.customerId) await insertRef(tx, provider, payer.customerId, { workspace_id, owner_id: workspace_id })
}

export async function applyMethod(
  ctx: Context,
  tx: Db,
  provider: ProviderName,
  { customerId, methodId }: PaymentUpdateByKind<'method'>,
): Promise<void> {
  const owner = await findRef(tx, provider, customerId)
  if (owner) await upsertPayer(tx, owner.workspace_id, provider, { customerId, methodId, now: ctx.clock.now() })
}
