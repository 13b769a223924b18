import { BoundedCache } from '../../kit/bounded-cache.ts'
import { sha256Hex } from '../../kit/hash.ts'
import type { Secrets } from '../../kit/secrets.ts'
import { openSecret } from '../secret.ts'
import { type SigningKeys, signingKeys } from './sign.ts'

const BYTES_MAX = 8 * 1_048_576
/** The keys of one secret (measured: 1,480 bytes). */
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
