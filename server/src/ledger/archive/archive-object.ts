import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { MissingObject, type Storage } from '../../kit/storage/storage.ts'
import type { ArchivedLine, FreeCharge } from '../sql/archive.ts'
import type { JournalLine } from '../sql/verification.ts'
import type { ArchivedObject } from './checkpoint.ts'

/* An object is gzipped JSON lines: a title, the entries, each followed by its charges, then the charges of 0 credits. */

export const contentType = 'application/gzip'

/**
 * The key contains the content's hash: a second write has the same key if the content is the same, and another key otherwise.
 */
export function buildObjectKey(workspaceId: string, number: number, sha256: string): string {
  return `ledger/${workspaceId}/${String(number).padStart(6, '0')}-${sha256.slice(0, 16)}.jsonl.gz`
}

export function titleLine(workspaceId: string, number: number): string {
  return `${JSON.stringify({ row: 'archive', version: 1, workspace_id: workspaceId, number })}\n`
}

export function entryLine(line: ArchivedLine): string {
  const { seq, kind, amount, entries, body, at, balance_after } = line
  const hashes = { entries_hash: encodeHex(line.entries_hash), hash: encodeHex(line.hash) }
  return `${JSON.stringify({ row: 'entry', seq, kind, amount, entries, body, at, balance_after, ...hashes })}\n`
}

export function chargeLine(line: ArchivedLine | FreeCharge): string {
  const { hold_id, step, key_id, action, units, price_book, request_id, position, charged_at: at } = line
  const paid = 'credits' in line ? { credits: line.credits } : { credits: 0 }
  const row = paid.credits === 0 ? 'free' : 'charge'
  return `${JSON.stringify({ row, hold_id, step, key_id, action, units, ...paid, price_book, request_id, position, at })}\n`
}

/** Writes an object unless it exists, and reads it back. */
export async function storeObject(storage: Storage, object: ArchivedObject, content: Uint8Array): Promise<void> {
  if (typeof (await readObject(storage, object)) !== 'string') return
  // A killed process may have left a partial object.
  await storage.remove(object.key)
  await storage.write(object.key, Readable.from([content]), { contentType, mayUseReserve: true })
  if (typeof (await readObject(storage, object)) === 'string')
    throw new Error(`The store did not return the object ${object.key} as it was written. Nothing was deleted.`)
}

/** Reads the whole object, which is as small as a piece, or returns what is wrong with it. */
export async function readObject(
  storage: Storage,
  { key, bytes, sha256 }: ArchivedObject,
): Promise<Buffer | 'missing' | 'altered'> {
  const chunks: Buffer[] = []
  let count = 0
  try {
    for await (const chunk of (await storage.read(key)) as AsyncIterable<Buffer>) {
      count += chunk.length
      if (count > bytes) return 'altered'
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof MissingObject) return 'missing'
    throw error
  }
  const content = Buffer.concat(chunks)
  return createHash('sha256').update(content).digest('hex') === sha256 ? content : 'altered'
}

/** Yields the rows of an object: entries for a replay, and null for each charge of 0 credits. */
export async function* readJournalLines(content: Uint8Array): AsyncGenerator<JournalLine | null> {
  const unzipped = Readable.from([content]).pipe(createGunzip()).setEncoding('utf8')
  let entry: JournalLine | undefined
  let rest = ''
  for await (const text of unzipped as AsyncIterable<string>) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const { row, ...value } = JSON.parse(line) as StoredRow
      if (row === 'entry') {
        entry = { ...NO_CHARGE, ...value, entries_hash: decodeHex(value.entries_hash), hash: decodeHex(value.hash) }
        yield entry
      } else if (row === 'charge' && entry) yield { ...entry, ...value, ...pickHashes(entry), at: entry.at }
      else if (row === 'free') yield null
    }
  }
}

type StoredRow = { readonly row: string; readonly entries_hash?: string; readonly hash?: string } & Omit<
  JournalLine,
  'entries_hash' | 'hash'
>

function pickHashes({ entries_hash, hash }: JournalLine) {
  return { entries_hash, hash }
}

const NO_CHARGE = {
  hold_id: null,
  step: null,
  key_id: null,
  action: null,
  units: null,
  credits: null,
  price_book: null,
  request_id: null,
}

function encodeHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}

function decodeHex(hex: string | undefined): Uint8Array {
  return Buffer.from(hex ?? '', 'hex')
}
