import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { createHashQueue } from './hash-queue.ts'

/** OWASP's second choice for argon2id: 48 ms of processor time and 19 MiB for each password. */
const MEMORY_KIB = 19_456
const PASSES = 2
const LANES = 1
const TAG_BYTES = 32
const SALT_BYTES = 16

/**
 * Each hash takes a thread of the pool and its memory: more than two at once would delay file and name lookups of other requests.
 * 200 waiting ones take about five seconds.
 */
const queue = createHashQueue({ atOnce: 2, laneMax: 20, waitingMax: 200 })

/** Bounds the calls of one lane on their way to a hash, so that a flood of them does not occupy the database either. */
export function admitToHash<T>(lane: string, call: () => Promise<T>): Promise<T> {
  return queue.admit(lane, call)
}

/** Returns the hash in the PHC format, with its parameters, which may change later. `lane` is the queue in which it waits. */
export async function hashPassword(password: string, lane = ''): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const cost = { memory: MEMORY_KIB, passes: PASSES, parallelism: LANES }
  const hash = await queue.run(lane, () => derive(password, salt, cost))
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${encode(salt)}$${encode(hash)}`
}

/** Takes equally long whether or not the user exists and has a password. */
export async function isPassword(password: string, stored: string | null | undefined, lane = ''): Promise<boolean> {
  const parts = PHC.exec(stored ?? '')?.groups
  const salt = parts ? Buffer.from(parts['salt'] ?? '', 'base64') : randomBytes(SALT_BYTES)
  const [memory = MEMORY_KIB, passes = PASSES, parallelism = LANES] = parts
    ? [parts['m'], parts['t'], parts['p']].map(Number)
    : []
  const given = await queue.run(lane, () => derive(password, salt, { memory, passes, parallelism }))
  const wanted = Buffer.from(parts?.['hash'] ?? '', 'base64')
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

const PHC = /^\$argon2id\$v=19\$m=(?<m>\d+),t=(?<t>\d+),p=(?<p>\d+)\$(?<salt>[\w+/]+)\$(?<hash>[\w+/]+)$/

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}

interface HashCost {
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

function derive(password: string, nonce: Buffer, cost: HashCost): Promise<Buffer> {
  // Two Unicode spellings of the same letter are the same password, as NIST requires.
  const message = Buffer.from(password.normalize('NFKC'))
  return new Promise((resolve, reject) => {
    argon2('argon2id', { message, nonce, tagLength: TAG_BYTES, ...cost }, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}
