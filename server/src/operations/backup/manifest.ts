import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sha256Hex } from '../../kit/hash.ts'
import type { AppliedMigration } from '../schema/migrate.ts'

/** Thrown when the backup or the database does not meet the command's needs. The message says what to do. */
export class BackupError extends Error {
  override name = 'BackupError'
}

/** A file of a backup, by its path in the backup's folder. */
export interface StoredFile {
  readonly file: string
  readonly bytes: number
  readonly sha256: string
}

export interface StoredTable extends StoredFile {
  readonly name: string
  readonly columns: readonly string[]
  readonly rows: number
  /** Bytes in COPY's binary format, before compression. */
  readonly bytes_raw: number
}

export interface Sequence {
  readonly name: string
  /** Null when the sequence was never used. */
  readonly last_value: number | null
}

/** The list of media, and whether the backup contains their files. */
export interface StoredMedia extends StoredFile {
  readonly files: number
  readonly files_bytes: number
  readonly has_files: boolean
}

/** The contents of a backup. Written last: a folder without a manifest is not a backup. */
export interface Manifest {
  readonly format: number
  readonly quoin_version: string
  readonly postgres_version: string
  readonly taken_at: string
  readonly migrations: readonly AppliedMigration[]
  readonly tables: readonly StoredTable[]
  readonly sequences: readonly Sequence[]
  readonly media: StoredMedia | null
}

const FORMAT = 1
export const MANIFEST = 'manifest.json'

/** Writes the manifest. The last field is the checksum of the others. */
export function writeManifest(manifest: Omit<Manifest, 'format'>): string {
  const whole = { format: FORMAT, ...manifest }
  return `${JSON.stringify({ ...whole, sha256: hashManifest(whole) }, null, 1)}\n`
}

export function readManifest(folder: string): Manifest {
  const file = join(folder, MANIFEST)
  if (!existsSync(file))
    throw new BackupError(
      `${folder} is not a complete backup: it has no ${MANIFEST}. An interrupted backup has none; use another one.`,
    )
  const { sha256, ...manifest } = parse(readFileSync(file, 'utf8'), file) as Manifest & { sha256: string }
  if (manifest.format !== FORMAT)
    throw new BackupError(
      `${file} has format ${manifest.format}, but this version of Quoin reads format ${FORMAT}. Restore it with the version that wrote it (${manifest.quoin_version}).`,
    )
  if (sha256 !== hashManifest(manifest)) throw damaged(file)
  return manifest
}

export function damaged(file: string): BackupError {
  return new BackupError(`${file} is damaged: it differs from what the backup wrote. Use another copy of this backup.`)
}

export function missing(file: string): BackupError {
  return new BackupError(`${file} is missing: the backup is incomplete. Use another copy of this backup.`)
}

function hashManifest(manifest: object): string {
  return sha256Hex(JSON.stringify(manifest))
}

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw damaged(file)
  }
}
