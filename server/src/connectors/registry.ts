import { bluesky } from './bluesky/connector.ts'
import type { Connector } from './connector.ts'
import { mastodon } from './mastodon/connector.ts'
import { sandbox } from './sandbox/connector.ts'

/** Every platform, listed by hand. */
export const connectors: readonly Connector[] = [sandbox, bluesky, mastodon]

const byId = new Map(connectors.map((connector) => [connector.id, connector]))

export function findConnector(id: string): Connector | undefined {
  return byId.get(id)
}
