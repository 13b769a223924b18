import { createECDH, createHash, createPrivateKey, generateKeyPairSync, hkdfSync, sign } from 'node:crypto'

/** A private key on the curve P-256 in the form of RFC 7517. */
export type PrivateJwk = {
  readonly kty: 'EC'
  readonly crv: 'P-256'
  readonly x: string
  readonly y: string
  readonly d: string
}
export type PublicJwk = Omit<PrivateJwk, 'd'>

export function newKey(): PrivateJwk {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return privateKey.export({ format: 'jwk' }) as PrivateJwk
}

const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

/** Derives the same key from the same secret (FIPS 186-5, A.2.1): reducing 384 bits leaves no bias. */
export function deriveKey(secret: string): PrivateJwk {
  const bits = Buffer.from(hkdfSync('sha256', secret, '', 'ES256', 48))
  const scalar = (BigInt(`0x${bits.toString('hex')}`) % (ORDER - 1n)) + 1n
  const d = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex')
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(d)
  const point = curve.getPublicKey()
  const [x, y] = [point.subarray(1, 33), point.subarray(33, 65)]
  return { kty: 'EC', crv: 'P-256', x: encode(x), y: encode(y), d: encode(d) }
}

export function toPublicJwk({ kty, crv, x, y }: PrivateJwk): PublicJwk {
  return { kty, crv, x, y }
}

/** Computes the thumbprint of RFC 7638. */
export function computeThumbprint({ crv, kty, x, y }: PublicJwk): string {
  return createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url')
}

export function signJwt(key: PrivateJwk, header: object, claims: object): string {
  const text = [{ ...header, alg: 'ES256' }, claims].map((part) => encode(Buffer.from(JSON.stringify(part)))).join('.')
  const signer = createPrivateKey({ format: 'jwk', key })
  return `${text}.${sign('sha256', Buffer.from(text), { key: signer, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}

const encode = (bytes: Buffer) => bytes.toString('base64url')
