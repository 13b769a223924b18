import type { Static } from 'typebox'
import { FreeForm } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { exchange, jsonRequest } from '../api/exchange.ts'
import { tryRead } from '../api/response.ts'
import type { Person } from '../inbox.ts'
import { PlatformError } from '../platform-error.ts'
import type { Call, Identity } from '../session.ts'
import { KIND, type NostrEvent, type Signer } from './event.ts'
import { encodeNpub } from './keys.ts'
import { findNewest, keepGenuine, runOnEach } from './relays.ts'

const NAME_MAX = 100

/** People write any value into their profiles. */
const Anything = Type.Optional(Type.Unknown())
const Profile = Type.Object({ display_name: Anything, name: Anything, picture: Anything, nip05: Anything })
const NameDocument = Type.Object({ names: FreeForm() })

/** Reads the profiles of people. Names are not unique and prove nothing, so the public key is the username. */
export async function readPeople(
  signer: Signer,
  urls: readonly string[],
  publicKeys: readonly string[],
): Promise<(publicKey: string) => Person> {
  const authors = [...new Set(publicKeys)]
  const filter = { kinds: [KIND.profile], authors, limit: authors.length }
  // A person whose profile no relay has is shown without a name.
  const { results } = authors.length > 0 ? await runOnEach(signer, urls, (relay) => relay.query([filter])) : NONE
  const events = await keepGenuine([...results.values()].flat())
  return (publicKey) => {
    const own = events.filter(({ pubkey }) => pubkey === publicKey)
    const { displayName, avatarUrl } = readIdentity(publicKey, findNewest(own, KIND.profile))
    return { externalId: publicKey, name: displayName, username: encodeNpub(publicKey), avatarUrl }
  }
}

const NONE = { results: new Map<string, NostrEvent[]>() }

export function readIdentity(publicKey: string, profile: NostrEvent | undefined): Identity {
  const { display_name, name, picture } = parseProfileContent(profile)
  const shown = [display_name, name].find((text): text is string => typeof text === 'string' && text.trim() !== '')
  return {
    externalId: publicKey,
    displayName: shown?.trim().slice(0, NAME_MAX) ?? null,
    username: encodeNpub(publicKey),
    avatarUrl: typeof picture === 'string' && /^https:\/\/\S{1,1000}$/.test(picture) ? picture : null,
  }
}

/** Returns the address, such as alice@example.com, that the profile claims. */
export function readClaimedAddress(profile: NostrEvent | undefined): string | undefined {
  const { nip05 } = parseProfileContent(profile)
  return typeof nip05 === 'string' && /^[a-z0-9._-]{1,64}@[a-z0-9.-]{1,253}$/i.test(nip05) ? nip05 : undefined
}

/** Asks the domain of the address whether it is this person's (NIP-05). */
export async function isAddressConfirmed(
  call: Pick<Call, 'http'>,
  address: string,
  publicKey: string,
): Promise<boolean> {
  const [name = '', domain = ''] = address.toLowerCase().split('@')
  const url = `https://${domain}/.well-known/nostr.json?name=${encodeURIComponent(name)}`
  try {
    const { body } = await exchange(call.http, { ...jsonRequest('GET', url), deadlineMs: 5000, bytesMax: 262_144 })
    return tryRead(NameDocument, body)?.names[name] === publicKey
  } catch (error) {
    if (error instanceof PlatformError) return false
    throw error
  }
}

function parseProfileContent(profile: NostrEvent | undefined): Static<typeof Profile> {
  try {
    return tryRead(Profile, JSON.parse(profile?.content ?? '{}')) ?? {}
  } catch {
    return {}
  }
}
