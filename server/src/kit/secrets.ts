import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

/**
 * Secrets at rest: AES-256-GCM, written as `id.iv.tag.data`, so that every value identifies its key. The id is derived from the
 * key, so that no two keys share one; earlier versions wrote the key's name instead. The purpose is authenticated too: a
 * webhook secret copied into a token column does not open.
 */
export interface Secrets {
  seal(plain: string, purpose: string): string
  open(sealed: string, purpose: string): string
  /** Derives a secret from the current key: the same secret for one purpose until the key changes. */
  derive(purpose: string): string
  /** Derives a secret from every key, the current one first. */
  deriveAll(purpose: string): readonly string[]
  /** Returns true when `given` was derived for this purpose from any of the keys. */
  isDerived(given: string, purpose: string): boolean
  /** Returns true when the value was sealed with an older key and should be sealed again. */
  isStale(sealed: string): boolean
}

export class SecretError extends Error {
  override name = 'SecretError'
}

interface MasterKey {
  readonly id: string
  readonly name: string | undefined
  /** Measured: with raw bytes Node takes 38 µs to open a secret, with a KeyObject 8 µs (decision 0040). */
  readonly secret: KeyObject
}

export function createSecrets(keyring: string): Secrets {
  const keys = parseKeyring(keyring)
  const [current] = keys
  if (!current) throw new SecretError('QUOIN_MASTER_KEY contains no key')
  return {
    seal(plain, purpose) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', current.secret, iv).setAAD(Buffer.from(`${current.id} ${purpose}`))
      const data = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return [current.id, ...[iv, cipher.getAuthTag(), data].map((part) => part.toString('base64url'))].join('.')
    },
    open(sealed, purpose) {
      const [id = '', ...parts] = sealed.split('.')
      if (parts.length !== 3) throw new SecretError('A stored secret does not have four parts')
      const candidates = keysFor(keys, id)
      if (candidates.length === 0)
        throw new SecretError(
          `No master key has the id ${JSON.stringify(id)}. Keep old keys in QUOIN_MASTER_KEY until no secret uses them`,
        )
      for (const key of candidates) {
        const plain = decrypt(key, parts, key.id === id ? `${id} ${purpose}` : purpose)
        if (plain !== undefined) return plain
      }
      throw new SecretError('A stored secret does not open: the secret or its key was changed')
    },
    derive: (purpose) => deriveFrom(current, purpose),
    deriveAll: (purpose) => keys.map((key) => deriveFrom(key, purpose)),
    isDerived: (given, purpose) => keys.some((key) => isSame(given, deriveFrom(key, purpose))),
    isStale: (sealed) => !sealed.startsWith(`${current.id}.`),
  }
}

function deriveFrom({ secret }: MasterKey, purpose: string): string {
  return createHmac('sha256', secret).update(`derive ${purpose}`).digest('base64url')
}

function isSame(given: string, wanted: string): boolean {
  const [one, other] = [given, wanted].map((text) => createHash('sha256').update(text).digest())
  return timingSafeEqual(one as Buffer, other as Buffer)
}

/** A name, as written by earlier versions, may belong to any key: most are called k1. An id is authenticated, a name is not. */
function keysFor(keys: readonly MasterKey[], id: string): readonly MasterKey[] {
  if (/^[0-9a-f]{16}$/.test(id)) return keys.filter((key) => key.id === id || key.name === id)
  return keys.toSorted((a, b) => Number(b.name === id) - Number(a.name === id))
}

function decrypt({ secret }: MasterKey, parts: readonly string[], authenticated: string): string | undefined {
  try {
    const [iv, tag, data] = parts.map(decodeStrictly) as [Buffer, Buffer, Buffer]
    const decipher = createDecipheriv('aes-256-gcm', secret, iv, { authTagLength: 16 })
    decipher.setAAD(Buffer.from(authenticated)).setAuthTag(tag)
    return Buffer.concat([decipher.update(data), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

/** Base64 has several spellings of the same bytes; only the one that `seal` writes is accepted. */
function decodeStrictly(part: string): Buffer {
  const bytes = Buffer.from(part, 'base64url')
  if (bytes.toString('base64url') !== part) throw new SecretError('A stored secret is not encoded as it was sealed')
  return bytes
}

export function newMasterKey(): string {
  return randomBytes(32).toString('base64')
}

function parseKeyring(keyring: string): MasterKey[] {
  const keys = keyring.split(',').map((entry) => {
    const [, name, encoded = ''] = /^(?:([A-Za-z0-9_-]{1,32}):)?([A-Za-z0-9+/]{43}=)$/.exec(entry.trim()) ?? []
    const bytes = Buffer.from(encoded, 'base64')
    if (bytes.length !== 32)
      throw new SecretError('QUOIN_MASTER_KEY must be 32 bytes in base64; several keys are separated by commas')
    return { id: deriveKeyId(bytes), name, secret: createSecretKey(bytes) }
  })
  if (new Set(keys.map((key) => key.id)).size < keys.length)
    throw new SecretError('QUOIN_MASTER_KEY contains the same key twice')
  return keys
}

function deriveKeyId(key: Buffer): string {
  return createHash('sha256').update('quoin master key').update(key).digest('hex').slice(0, 16)
}
