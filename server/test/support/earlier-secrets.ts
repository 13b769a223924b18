import { createCipheriv, randomBytes } from 'node:crypto'

/** Seals like versions before key ids were derived from keys: under the key's name, with only the purpose authenticated. */
export function sealAsEarlier(name: string, key: string, plain: string, purpose: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'base64'), iv).setAAD(Buffer.from(purpose))
  const data = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return [name, ...[iv, cipher.getAuthTag(), data].map((part) => part.toString('base64url'))].join('.')
}
