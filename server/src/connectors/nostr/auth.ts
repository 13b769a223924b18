import type { Auth, FoundEntity } from '../auth.ts'
import { PlatformError } from '../platform-error.ts'
import type { GrantCall } from '../session.ts'
import { createSigner, derivePublicKey, KIND, listTagValues, type NostrEvent } from './event.ts'
import { readPrivateKey } from './keys.ts'
import { readIdentity } from './profiles.ts'
import { type Limitation, readInformation } from './relay-information.ts'
import { collect, findNewest, listRelaysIn, listRelayUrls, normalizeUrl } from './relays.ts'

const MEDIA_SERVERS_MAX = 3

export const auth: Auth = {
  async signIn(call, credentials) {
    const { private_key, relays, media_server } = credentials as {
      private_key: string
      relays: readonly string[]
      media_server?: string
    }
    const privateKey = readPrivateKey(private_key)
    const publicKey = derivePublicKey(privateKey)
    if (publicKey === undefined) throw invalid('key.invalid', 'This number is not a key of the curve secp256k1.')
    const urls = [...new Set(relays.map(readRelay))]
    const signer = { call, privateKey, publicKey }
    const own = await collect(signer, urls, [{ kinds: [KIND.profile], authors: [publicKey] }])
    return {
      identity: readIdentity(publicKey, findNewest(own, KIND.profile)),
      tokens: {
        access: privateKey.toString('hex'),
        // A key never expires and cannot be revoked.
        expiresAt: null,
        reauthAt: null,
        extra: { relays: urls, media_server: media_server ?? null },
      },
      scopes: [],
    }
  },

  async listEntities(call) {
    const [limitations, lists] = await Promise.all([
      readAllInformation(call),
      collect(createSigner(call), listRelayUrls(call), [buildOwnListFilter(call.identity.externalId)]),
    ])
    return [buildEntity(call, limitations, lists)]
  },
}

/** Builds the filter of the person's profile and lists of relays and media servers. */
export const buildOwnListFilter = (publicKey: string) => ({
  kinds: [KIND.profile, KIND.inboxRelays, KIND.mediaServers],
  authors: [publicKey],
})

export async function readAllInformation(call: GrantCall): Promise<Map<string, Limitation>> {
  const entries = listRelayUrls(call).map(async (url) => [url, await readInformation(call, url)] as const)
  return new Map(await Promise.all(entries))
}

export function buildEntity(
  { identity, tokens }: Pick<GrantCall, 'identity' | 'tokens'>,
  limitations: ReadonlyMap<string, Limitation>,
  lists: readonly NostrEvent[],
): FoundEntity {
  const { displayName, username, externalId } = identity
  const listed = findNewest(lists, KIND.mediaServers)
  const servers = [tokens.extra?.['media_server'], ...(listed ? listTagValues(listed, 'server') : [])]
  return {
    kind: 'profile',
    externalId,
    name: displayName ?? username ?? externalId,
    parentExternalId: null,
    metadata: {
      relays: [...limitations].map(([url, limitation]) => ({ url, limitation: { ...limitation } })),
      inbox_relays: listRelaysIn(findNewest(lists, KIND.inboxRelays)),
      media_servers: servers.filter(isServer).slice(0, MEDIA_SERVERS_MAX),
    },
    grants: [],
    selectable: true,
    unselectableReason: null,
  }
}

const isServer = (text: unknown): text is string =>
  typeof text === 'string' && /^https?:\/\/[^\s/?#]{1,260}\/?$/.test(text)

function readRelay(text: string): string {
  const url = normalizeUrl(text)
  if (url === undefined) throw invalid('relay.address', `${text} is not the address of a relay.`)
  return url
}

function invalid(rule: string, message: string): PlatformError {
  return new PlatformError('invalid', message, { rule: `nostr.${rule}`, remediation: 'Correct it and try again.' })
}
