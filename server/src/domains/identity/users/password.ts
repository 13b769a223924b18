import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { ApiError } from '../../../kit/declare/errors.ts'

/** OWASP's second choice for argon2id: 48 ms of processor time and 19 MiB for each password. */
const MEMORY_KIB = 19_456
const PASSES = 2
const LANES = 1
const TAG_BYTES = 32
const SALT_BYTES = 16

/** Each one takes a thread of the pool and its memory: more than two at once would delay file and name lookups of other requests. */
const AT_ONCE = 2
const WAITING_MAX = 100
let running = 0
const waiting: (() => void)[] = []

/** The password's hash in the PHC form, with its parameters: later ones may differ. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await derive(password, salt, { memory: MEMORY_KIB, passes: PASSES, parallelism: LANES })
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${encode(salt)}$${encode(hash)}`
}

/** Takes as long for a user who has no password, or does not exist, as for one who has. */
export async function isPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  const parts = PHC.exec(stored ?? '')?.groups
  const salt = parts ? Buffer.from(parts['salt'] ?? '', 'base64') : randomBytes(SALT_BYTES)
  const [memory = MEMORY_KIB, passes = PASSES, parallelism = LANES] = parts
    ? [parts['m'], parts['t'], parts['p']].map(Number)
    : []
  const given = await derive(password, salt, { memory, passes, parallelism })
  const wanted = Buffer.from(parts?.['hash'] ?? '', 'base64')
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

const PHC = /^\$argon2id\$v=19\$m=(?<m>\d+),t=(?<t>\d+),p=(?<p>\d+)\$(?<salt>[\w+/]+)\$(?<hash>[\w+/]+)$/

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}

interface Cost {
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

async function derive(password: string, nonce: Buffer, cost: Cost): Promise<Buffer> {
  await claimSlot()
  try {
    // Two spellings of the same letter are the same password, as NIST asks.
    const message = Buffer.from(password.normalize('NFKC'))
    return await new Promise((resolve, reject) => {
      argon2('argon2id', { message, nonce, tagLength: TAG_BYTES, ...cost }, (error, key) =>
        error ? reject(error) : resolve(key),
      )
    })
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

async function claimSlot(): Promise<void> {
  if (running < AT_ONCE) {
    running++
    return
  }
  if (waiting.length >= WAITING_MAX)
    throw new ApiError('unavailable', 'Too many people sign in at the moment. Try again.', {
      headers: { 'retry-after': '2' },
    })
  await new Promise<void>((resolve) => waiting.push(resolve))
}
