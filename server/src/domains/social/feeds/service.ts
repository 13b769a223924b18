import type { Connector } from '../../../connectors/connector.ts'
import type { Person } from '../../../connectors/inbox.ts'
import type { Session } from '../../../connectors/session.ts'
import type { Context } from '../../../kit/context.ts'
import { apiErrorOf } from '../accounts/platform-errors.ts'
import { withAccess } from '../accounts/tokens/access.ts'

export { everySeconds, type Feed, type FeedAccount, isNews, pollFeed } from './poll.ts'

interface Asked {
  readonly workspaceId: string
  readonly id: string
  readonly platform: string
  /** The entity that it is about; the active one when absent. */
  readonly entityExternalId?: string | null
}

/** Asks a platform on behalf of an account while somebody waits for the answer: its failure is theirs to read. */
export async function askPlatform<T>(
  ctx: Context,
  account: Asked,
  use: (session: Session, connector: Connector) => Promise<T>,
): Promise<T> {
  const { workspaceId, id, entityExternalId = null } = account
  return withAccess(ctx, workspaceId, { accountId: id, entityExternalId }, use).catch((error: unknown) => {
    throw apiErrorOf(account.platform, error)
  })
}

/** A person of a platform as the API shows them. */
export function presentPerson({ externalId, name, username, avatarUrl }: Person): Record<string, unknown> {
  return { external_id: externalId, name, username, avatar_url: avatarUrl }
}
