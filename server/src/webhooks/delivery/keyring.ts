import { BoundedCache } from '../../kit/bounded-cache.ts'
import { sha256Hex } from '../../kit/hash.ts'
import type { Secrets } from '../../kit/secrets.ts'
import { openSecret } from '../secret.ts'
import type { AddressRow } from '../sql/claims.ts'
import { type SigningKeys, signingKeys } from './sign.ts'

const BYTES_MAX = 8 * 1_048_576
/** Size of the keys of one secret (measured: 1,480 bytes). */
const KEYS_BYTES = 1536

/** Caches the signing keys of sealed secrets: opening a secret and deriving keys costs several times as much as signing. */
export class Keyring {
  readonly #secrets: Secrets
  readonly #keys = new BoundedCache<SigningKeys>(BYTES_MAX)
  constructor(secrets: Secrets) {
    this.#secrets = secrets
  }
  open(owner: { readonly workspace_id: string; readonly id: string }, sealed: string): SigningKeys {
    const hash = sha256Hex(sealed)
    const known = this.#keys.get(hash)
    if (known) return known
    const keys = signingKeys(openSecret(this.#secrets, owner, sealed))
    this.#keys.set(hash, keys, KEYS_BYTES)
    return keys
  }
}

/** Address and keys for the deliveries of one claim to one endpoint. */
export interface Destination {
  readonly url: string
  /** Keys of the current secret and, during the overlap after a rotation, of the previous one. */
  keysAt(now: Date): readonly SigningKeys[]
}

/** Secrets are opened when a delivery is sent: one that cannot be opened fails only that delivery. */
export function createDestination(keyring: Keyring, row: AddressRow): Destination {
  const { url, secret, previous_secret: previous, previous_secret_until: until } = row
  let current: readonly SigningKeys[] | undefined
  let both: readonly SigningKeys[] | undefined
  return {
    url,
    keysAt(now) {
      current ??= [keyring.open(row, secret)]
      if (previous === null || !until || now >= until) return current
      return (both ??= [...current, keyring.open(row, previous)])
    },
  }
}
