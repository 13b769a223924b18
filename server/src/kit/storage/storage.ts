import type { Readable } from 'node:stream'

/** Both ends are included. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

export interface WriteOptions {
  readonly contentType: string
  /** For writes that free space elsewhere, such as an archive of database rows. */
  readonly mayUseReserve?: true
}

/**
 * Stores large files under keys like `a/b/c`. A key is written once: after `write` the file is complete and durable, and before
 * that nothing can be read.
 */
export interface Storage {
  write(key: string, bytes: AsyncIterable<Uint8Array>, about: WriteOptions): Promise<void>
  /** Throws `StorageFull` when this many bytes do not fit beside the reserve. Absent where the space is not on this machine. */
  assertRoom?(bytes: number): Promise<void>
  /** Throws `MissingObject` when there is nothing under the key. */
  read(key: string, range?: ByteRange): Promise<Readable>
  /**
   * Returns a URL to which a client can upload this many bytes directly, for some time. Absent where the storage has no URLs:
   * the bytes then go through the server.
   */
  presignWrite?(key: string, about: { readonly bytes: number; readonly seconds: number }): Promise<string>
  /** Removes a file or an unfinished write. A missing file is not an error. */
  remove(key: string): Promise<void>
}

export class MissingObject extends Error {
  override name = 'MissingObject'
}

/** The disk is full except for the space reserved for the database. */
export class StorageFull extends Error {
  override name = 'StorageFull'
}
