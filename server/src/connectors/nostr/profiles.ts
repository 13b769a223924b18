import { exchange, jsonRequest } from '../exchange.ts'
import type { Person } from '../inbox.ts'
import { PlatformError } from '../platform-error.ts'
import type { Call, Identity } from '../session.ts'
import { KIND, type NostrEvent, type Signer } from './event.ts'
import { encodeNpub } from './keys.ts'
import { askEach, genuine, newest } from './relays.ts'

const NAME_MAX = 100

/** What people say of themselves. Names are not unique and prove nothing, so the public key is the username. */
export async function readPeople(
  signer: Signer,
  urls: readonly string[],
  publicKeys: readonly string[],
): Promise<(publicKey: string) => Person> {
  const authors = [...new Set(publicKeys)]
  const filter = { kinds: [KIND.profile], authors, limit: authors.length }
  // A name that no relay answers for is left out.
  const { answers } = authors.length > 0 ? await askEach(signer, urls, (relay) => relay.query(filter)) : NONE
  const events = await genuine([...answers.values()].flat())
  return (publicKey) => {
    const own = events.filter(({ pubkey }) => pubkey === publicKey)
    const { displayName, avatarUrl } = readIdentity(publicKey, newest(own, KIND.profile))
    return { externalId: publicKey, name: displayName, username: encodeNpub(publicKey), avatarUrl }
  }
}

const NONE = { answers: new Map<string, NostrEvent[]>() }

export function readIdentity(publicKey: string, profile: NostrEvent | undefined): Identity {
  const { display_name, name, picture } = parseProfileContent(profile)
  const shown = [display_name, name].find((one) => typeof one === 'string' && one.trim() !== '') as string | undefined
  return {
    externalId: publicKey,
    displayName: shown?.trim().slice(0, NAME_MAX) ?? null,
    username: encodeNpub(publicKey),
    avatarUrl: typeof picture === 'string' && /^https:\/\/\S{1,1000}$/.test(picture) ? picture : null,
  }
}

/** The address, such as alice@example.com, that the profile claims. */
export function claimedAddress(profile: NostrEvent | undefined): string | undefined {
  const { nip05 } = parseProfileContent(profile)
  return typeof nip05 === 'string' && /^[a-z0-9._-]{1,64}@[a-z0-9.-]{1,253}$/i.test(nip05) ? nip05 : undefined
}

/** NIP-05: whether the domain of the address says the same. */
export async function isAddressConfirmed(
  call: Pick<Call, 'http'>,
  address: string,
  publicKey: string,
): Promise<boolean> {
  const [name = '', domain = ''] = address.toLowerCase().split('@')
  const url = `https://${domain}/.well-known/nostr.json?name=${encodeURIComponent(name)}`
  try {
    const { body } = await exchange(call.http, { ...jsonRequest('GET', url), deadlineMs: 5000, bytesMax: 262_144 })
    return body?.names?.[name] === publicKey
  } catch (error) {
    if (error instanceof PlatformError) return false
    throw error
  }
}

function parseProfileContent(profile: NostrEvent | undefined): Record<string, unknown> {
  try {
    const content: unknown = JSON.parse(profile?.content ?? '{}')
    return typeof content === 'object' && content !== null ? (content as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
