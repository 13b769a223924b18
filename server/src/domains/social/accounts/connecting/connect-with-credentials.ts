import type { Context, Principal } from '../../../../kit/context.ts'
import { ApiError } from '../../../../kit/declare/errors.ts'
import type { Account } from '../contract/resources.ts'
import { completeConnection } from './complete.ts'
import { listSelectableEntities, selectEntity } from './selection.ts'
import { createConnection } from './start.ts'

interface DirectConnectRequest {
  readonly profileId: string
  readonly platform: string
  readonly credentials: Record<string, unknown>
}

/**
 * Connects an account like a headless caller, with the first selectable entity. Calls the platform, so it runs outside a
 * transaction.
 */
export async function connectWithCredentials(
  ctx: Context,
  principal: Principal,
  { profileId, platform, credentials }: DirectConnectRequest,
): Promise<Account> {
  const { id } = await createConnection(ctx, principal, { profile_id: profileId, platform, mode: 'headless' })
  await completeConnection(ctx, principal, id, { credentials })
  const { data } = await listSelectableEntities(ctx, principal, id, { limit: 100 })
  const chosen = data.find(({ selectable }) => selectable)
  if (!chosen) throw new ApiError('wrong_state', 'This sign-in has nothing that can be connected.')
  return selectEntity(ctx, ctx.db, principal, id, chosen.external_id)
}
