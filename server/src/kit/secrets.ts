import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/**
 * Secrets at rest: AES-256-GCM, written as `id.iv.tag.data` so that every value names the key it was sealed with.
 * The purpose is authenticated too: a webhook secret copied into a token column does not open.
 */
export interface Secrets {
  seal(plain: string, purpose: string): string
  open(sealed: string, purpose: string): string
  /** True when the value was sealed with an older key and should be sealed again. */
  isStale(sealed: string): boolean
}

export class SecretError extends Error {
  override name = 'SecretError'
}

interface MasterKey {
  readonly id: string
  readonly bytes: Buffer
}

export function createSecrets(keyring: string): Secrets {
  const keys = parseKeyring(keyring)
  const [current] = keys
  if (!current) throw new SecretError('QUOIN_MASTER_KEY holds no key')
  return {
    seal(plain, purpose) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', current.bytes, iv).setAAD(Buffer.from(purpose))
      const data = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return [current.id, ...[iv, cipher.getAuthTag(), data].map((part) => part.toString('base64url'))].join('.')
    },
    open(sealed, purpose) {
      const [id, iv, tag, data, ...more] = sealed.split('.')
      const key = keys.find((candidate) => candidate.id === id)
      if (!key)
        throw new SecretError(
          `No master key named ${JSON.stringify(id)}: keep old keys in QUOIN_MASTER_KEY until nothing uses them`,
        )
      if (iv === undefined || tag === undefined || data === undefined || more.length > 0)
        throw new SecretError('A stored secret does not have its four parts')
      try {
        const decipher = createDecipheriv('aes-256-gcm', key.bytes, exactly(iv), { authTagLength: 16 })
        decipher.setAAD(Buffer.from(purpose)).setAuthTag(exactly(tag))
        return Buffer.concat([decipher.update(exactly(data)), decipher.final()]).toString('utf8')
      } catch (error) {
        throw new SecretError('A stored secret does not open: it was changed, or its key was', { cause: error })
      }
    },
    isStale: (sealed) => !sealed.startsWith(`${current.id}.`),
  }
}

/** Decoders read many spellings of the same bytes; only the one that `seal` writes is the value. */
function exactly(part: string): Buffer {
  const bytes = Buffer.from(part, 'base64url')
  if (bytes.toString('base64url') !== part) throw new SecretError('A stored secret is not spelled as it was sealed')
  return bytes
}

export function newMasterKey(): string {
  return `k1:${randomBytes(32).toString('base64')}`
}

function parseKeyring(keyring: string): MasterKey[] {
  const keys = keyring.split(',').map((entry) => {
    const [id = '', encoded = ''] = entry.trim().split(/:(.*)/s)
    const bytes = Buffer.from(encoded, 'base64')
    if (!/^[A-Za-z0-9_-]{1,32}$/.test(id) || bytes.length !== 32)
      throw new SecretError('QUOIN_MASTER_KEY must be `id:base64` with 32 bytes each, separated by commas')
    return { id, bytes }
  })
  if (new Set(keys.map((key) => key.id)).size < keys.length)
    throw new SecretError('QUOIN_MASTER_KEY names one key twice')
  return keys
}
