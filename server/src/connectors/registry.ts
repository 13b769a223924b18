import { withCheckedAddresses } from './addresses.ts'
import { bluesky } from './bluesky/platform.ts'
import type { Connector } from './connector.ts'
import { discord } from './discord/platform.ts'
import { facebook } from './facebook/platform.ts'
import { googleBusiness } from './google_business/platform.ts'
import { instagram } from './instagram/platform.ts'
import { linkedin } from './linkedin/platform.ts'
import { mastodon } from './mastodon/platform.ts'
import { nostr } from './nostr/platform.ts'
import { pinterest } from './pinterest/platform.ts'
import type { PlatformFacts } from './platform.ts'
import { reddit } from './reddit/platform.ts'
import { sandbox } from './sandbox/platform.ts'
import { telegram } from './telegram/platform.ts'
import { threads } from './threads/platform.ts'
import { tiktok } from './tiktok/platform.ts'
import { whatsapp } from './whatsapp/platform.ts'
import { x } from './x/platform.ts'
import { youtube } from './youtube/platform.ts'

/** Every platform, with its connector, which is loaded on first use. */
const entries: readonly (readonly [PlatformFacts, () => Promise<{ readonly connector: Connector }>])[] = [
  [sandbox, () => import('./sandbox/connector.ts')],
  [bluesky, () => import('./bluesky/connector.ts')],
  [mastodon, () => import('./mastodon/connector.ts')],
  [whatsapp, () => import('./whatsapp/connector.ts')],
  [facebook, () => import('./facebook/connector.ts')],
  [instagram, () => import('./instagram/connector.ts')],
  [googleBusiness, () => import('./google_business/connector.ts')],
  [linkedin, () => import('./linkedin/connector.ts')],
  [x, () => import('./x/connector.ts')],
  [threads, () => import('./threads/connector.ts')],
  [tiktok, () => import('./tiktok/connector.ts')],
  [youtube, () => import('./youtube/connector.ts')],
  [telegram, () => import('./telegram/connector.ts')],
  [pinterest, () => import('./pinterest/connector.ts')],
  [discord, () => import('./discord/connector.ts')],
  [reddit, () => import('./reddit/connector.ts')],
  [nostr, () => import('./nostr/connector.ts')],
]

export const platforms: readonly PlatformFacts[] = entries.map(([facts]) => facts)

const byId = new Map(entries.map((entry) => [entry[0].id, entry]))

export function findPlatform(id: string): PlatformFacts | undefined {
  return byId.get(id)?.[0]
}

const loaded = new Map<string, Connector>()

/** Returns the connector with checked addresses. There is no other access to connectors. */
export async function findConnector(id: string): Promise<Connector | undefined> {
  const load = byId.get(id)?.[1]
  if (!load) return undefined
  const { connector } = await load()
  const checked = loaded.get(id) ?? withCheckedAddresses(connector)
  loaded.set(id, checked)
  return checked
}
