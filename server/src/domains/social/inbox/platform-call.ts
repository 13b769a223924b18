import type { Member } from '../../../connectors/connector.ts'
import type { Capability } from '../../../connectors/platform.ts'
import type { Session } from '../../../connectors/session.ts'
import type { Context, Principal } from '../../../kit/context.ts'
import { notFound } from '../../../kit/declare/errors.ts'
import { assertReachable } from '../../identity/profiles/service.ts'
import { toPlatformApiError } from '../accounts/platform-errors.ts'
import { getPlatform, requireCapability, requireMember } from '../accounts/platforms.ts'
import { withAccess } from '../accounts/tokens/access.ts'

/** Columns that state where a comment, a conversation or a review came from. */
export interface PlatformRow {
  readonly workspace_id: string
  readonly account_id: string
  readonly platform: string
  /** The entity it was written to: the account replies as that entity. Null for the active one. */
  readonly entity_external_id: string | null
}

/** Returns the row if it exists and the principal may access its profile. */
export function requireRow<Row extends { profile_id: string }>(
  principal: Principal,
  row: Row | undefined,
  resource: string,
): Row {
  if (!row) throw notFound(resource)
  assertReachable(principal, row.profile_id)
  return row
}

/** Throws 422 `unsupported_by_platform` when the row's platform lacks the capability. */
export function assertCapability(ctx: Context, { platform }: PlatformRow, capability: Capability): void {
  requireCapability(getPlatform(ctx, platform), capability)
}

/**
 * Calls the row's platform during a request: `use` gets the connector's member behind the capability. Failures become API
 * errors. Not for transactions and not for jobs, which retry by the platform's own errors.
 */
export async function callPlatform<C extends Capability, T>(
  ctx: Context,
  row: PlatformRow,
  capability: C,
  use: (member: Member<C>, session: Session) => Promise<T>,
): Promise<T> {
  assertCapability(ctx, row, capability)
  const target = { accountId: row.account_id, entityExternalId: row.entity_external_id }
  const result = withAccess(ctx, row.workspace_id, target, async (session, connector) =>
    use(requireMember(connector, capability), session),
  )
  return result.catch((error: unknown) => {
    throw toPlatformApiError(row.platform, error)
  })
}
