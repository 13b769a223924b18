import { randomBytes } from 'node:crypto'
import type { Secrets } from '../kit/secrets.ts'

const BYTES = 32

/** Creates the secret that a receiver verifies signatures with: `whsec_` and 32 random bytes in base64. */
export function newSecret(): string {
  return `whsec_${randomBytes(BYTES).toString('base64')}`
}

interface SecretOwner {
  readonly workspace_id: string
  readonly id: string
}

/** Seals a secret for its endpoint: it cannot be opened from the row of another endpoint. */
export function sealSecret(secrets: Secrets, owner: SecretOwner, secret: string): string {
  return secrets.seal(secret, purpose(owner))
}

export function openSecret(secrets: Secrets, owner: SecretOwner, sealed: string): string {
  return secrets.open(sealed, purpose(owner))
}

function purpose({ workspace_id, id }: SecretOwner): string {
  return `webhook ${workspace_id} ${id}`
}
