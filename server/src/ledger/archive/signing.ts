import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import type { Secrets } from '../../kit/secrets.ts'

/** Signs checkpoints with Ed25519, so that others can verify a signature without being able to make one. */
export interface Signer {
  /** The public key, 32 bytes in base64url, for verifying signatures. */
  readonly publicKey: string
  sign(text: string): string
}

const PURPOSE = 'ledger checkpoint'
/** DER prefixes of the 32 bytes of a private and of a public key (RFC 8410). */
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')
const PUBLIC_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')

export function createSigner(secrets: Pick<Secrets, 'derive'>): Signer {
  const key = derivePrivateKey(secrets.derive(PURPOSE))
  return {
    publicKey: exportPublicKey(key),
    sign: (text) => sign(null, Buffer.from(text), key).toString('base64url'),
  }
}

/** Lists the public keys of all master keys, the current one first. */
export function listPublicKeys(secrets: Pick<Secrets, 'deriveAll'>): string[] {
  return secrets.deriveAll(PURPOSE).map((seed) => exportPublicKey(derivePrivateKey(seed)))
}

export function isSignedBy(publicKey: string, text: string, signature: string): boolean {
  try {
    const der = Buffer.concat([PUBLIC_PREFIX, Buffer.from(publicKey, 'base64url')])
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
    return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'))
  } catch {
    return false
  }
}

function derivePrivateKey(seed: string): KeyObject {
  const der = Buffer.concat([PRIVATE_PREFIX, Buffer.from(seed, 'base64url')])
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
}

function exportPublicKey(key: KeyObject): string {
  const der = createPublicKey(key).export({ format: 'der', type: 'spki' })
  return der.subarray(PUBLIC_PREFIX.length).toString('base64url')
}
