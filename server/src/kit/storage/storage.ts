import type { Readable } from 'node:stream'

/** Includes both ends. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

export interface WriteOptions {
  readonly contentType: string
  /** For what frees space elsewhere, such as an archive of database rows. */
  readonly mayUseReserve?: true
}

/**
 * Stores large files under keys like `a/b/c`. A key is written once: after `write` it is there completely and durably, and before that
 * nothing can be read.
 */
export interface Storage {
  write(key: string, bytes: AsyncIterable<Uint8Array>, about: WriteOptions): Promise<void>
  /** Throws `StorageFull` when this many bytes do not fit beside the reserve. Absent where the room is not this machine's. */
  assertRoom?(bytes: number): Promise<void>
  /** Throws `MissingObject` when there is nothing under the key. */
  read(key: string, range?: ByteRange): Promise<Readable>
  /**
   * An address to which a client puts this many bytes itself, for some time. Absent where the storage has no addresses: then the
   * bytes come through the server.
   */
  presignWrite?(key: string, about: { readonly bytes: number; readonly seconds: number }): Promise<string>
  /** Removes a file, also an unfinished write. A missing file is no error. */
  remove(key: string): Promise<void>
}

export class MissingObject extends Error {
  override name = 'MissingObject'
}

/** The disk is full up to what is kept for the database. */
export class StorageFull extends Error {
  override name = 'StorageFull'
}
