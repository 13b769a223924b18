import { randomInt } from 'node:crypto'
import { sha256 } from '../../../kit/hash.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import * as sql from './sql/recovery-codes.ts'

const COUNT = 10
/** Alphabet without letters that look like digits. Twelve of them are 58 bits: a plain hash cannot be reversed by guessing. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const HALF = 6

/** Creates new codes; only their hashes are stored. */
export async function replaceRecoveryCodes(tx: Db, userId: string): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, newCode)
  await sql.deleteRecoveryCodes(tx, userId)
  await sql.insertRecoveryCodes(tx, userId, codes.map(hashRecoveryCode))
  return codes
}

/** Returns true when the code is one of the user's; it works once. */
export async function claimRecoveryCode(tx: Db, userId: string, code: string, now: Date): Promise<boolean> {
  return sql.claimRecoveryCode(tx, userId, hashRecoveryCode(code), now)
}

function newCode(): string {
  return `${newHalf()}-${newHalf()}`
}

function newHalf(): string {
  return Array.from({ length: HALF }, () => LETTERS[randomInt(LETTERS.length)]).join('')
}

function hashRecoveryCode(code: string): Buffer {
  return sha256(code.toUpperCase().replaceAll(/[\s-]/g, ''))
}
