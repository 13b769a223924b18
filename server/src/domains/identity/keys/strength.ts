import type { Mode, Principal, Role } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/declare/errors.ts'
import { ROLES } from '../workspaces/contract.ts'

/** Properties that make one key stronger than another. */
interface KeyStrength {
  readonly mode: Mode
  readonly role: Role
  readonly monthlyBudget: number | null
  readonly expiresAt: Date | null
}

/**
 * Refuses a key that is stronger than the caller. Permission, scope and mode need no check: only a live `read_write` key of scope
 * `full` mints and changes keys. A budget cannot be passed on, not even in part: any number of keys with that budget would spend
 * it many times over.
 */
export function assertNotStronger(caller: Principal, key: KeyStrength): void {
  if (ROLES.indexOf(key.role) > ROLES.indexOf(caller.role ?? 'viewer'))
    throw new ApiError(
      'out_of_scope',
      `This key has the role ${key.role}, which is above yours. Only callers with that role can strengthen it.`,
    )
  if (caller.expiresAt && (!key.expiresAt || key.expiresAt > caller.expiresAt))
    throw new ApiError(
      'out_of_scope',
      `This key expires at ${caller.expiresAt.toISOString()}, so it cannot mint a key that expires later, or extend one beyond that.`,
    )
  if (caller.monthlyBudget !== null && key.mode === 'live' && key.monthlyBudget !== 0)
    throw new ApiError(
      'out_of_scope',
      'This key has a monthly budget, so it can mint or strengthen only keys that spend nothing: with monthly_budget 0 or mode test. Use a key that has no budget.',
    )
}
