import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Context } from '../../../kit/context.ts'
import { sha256 } from '../../../kit/hash.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import * as sql from './sql/passkeys.ts'

const SECONDS = 600
const RANDOM_BYTES = 16
const TIME_BYTES = 6

/**
 * Creates a self-contained challenge: a random number and its expiry, signed. Issuing one writes nothing, so strangers cannot
 * fill a table; an answered one is remembered until it expires, so that the response works once. `purpose` names the user who may
 * answer it, or sign-in.
 */
export function newChallenge(ctx: Context, purpose: string): Uint8Array<ArrayBuffer> {
  const time = Buffer.alloc(TIME_BYTES)
  time.writeUIntBE(ctx.clock.now().getTime() + SECONDS * 1000, 0, TIME_BYTES)
  const signed = Buffer.concat([time, randomBytes(RANDOM_BYTES)])
  return new Uint8Array(Buffer.concat([signed, signChallenge(ctx, purpose, signed)]))
}

export function isChallenge(ctx: Context, purpose: string, challenge: string): boolean {
  const bytes = Buffer.from(challenge, 'base64url')
  const signed = bytes.subarray(0, TIME_BYTES + RANDOM_BYTES)
  const signature = bytes.subarray(TIME_BYTES + RANDOM_BYTES)
  const wanted = signChallenge(ctx, purpose, signed)
  if (signature.length !== wanted.length || !timingSafeEqual(signature, wanted)) return false
  return bytes.readUIntBE(0, TIME_BYTES) > ctx.clock.now().getTime()
}

export async function claimChallenge(ctx: Context, tx: Db, challenge: string): Promise<boolean> {
  const end = new Date(ctx.clock.now().getTime() + SECONDS * 1000)
  return sql.insertUsedChallenge(tx, sha256(challenge), end)
}

export async function forgetOldChallenges(ctx: Context): Promise<void> {
  await sql.deleteOldChallenges(ctx.db, ctx.clock.now())
}

function signChallenge({ secrets }: Context, purpose: string, signed: Uint8Array): Buffer {
  return createHmac('sha256', secrets.derive('passkey challenge')).update(`${purpose} `).update(signed).digest()
}
