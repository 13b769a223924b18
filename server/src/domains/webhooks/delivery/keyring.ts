import type { Secrets } from '../../../kit/secrets.ts'
import { openSecret } from '../secret.ts'
import { type SigningKeys, signingKeys } from './sign.ts'

const KEPT_MAX = 10_000

/** Opens sealed secrets, each once: opening one and making keys of it costs several times what signing does. */
export class Keyring {
  readonly #secrets: Secrets
  readonly #keys = new Map<string, SigningKeys>()
  constructor(secrets: Secrets) {
    this.#secrets = secrets
  }
  open(owner: { readonly workspace_id: string; readonly id: string }, sealed: string): SigningKeys {
    const known = this.#keys.get(sealed)
    if (known) return known
    const keys = signingKeys(openSecret(this.#secrets, owner, sealed))
    if (this.#keys.size >= KEPT_MAX) this.#keys.clear()
    this.#keys.set(sealed, keys)
    return keys
  }
}
