import { randomBytes } from 'node:crypto'
import type { Secrets } from '../kit/secrets.ts'

const BYTES = 32

/** The secret that a receiver verifies with: `whsec_` and the base64 of 32 random bytes. */
export function newSecret(): string {
  return `whsec_${randomBytes(BYTES).toString('base64')}`
}

interface Owner {
  readonly workspace_id: string
  readonly id: string
}

/** Sealed for its endpoint: copied into another row, it cannot be opened. */
export function sealSecret(secrets: Secrets, owner: Owner, secret: string): string {
  return secrets.seal(secret, purpose(owner))
}

export function openSecret(secrets: Secrets, owner: Owner, sealed: string): string {
  return secrets.open(sealed, purpose(owner))
}

function purpose({ workspace_id, id }: Owner): string {
  return `webhook ${workspace_id} ${id}`
}
