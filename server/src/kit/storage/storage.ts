import type { Readable } from 'node:stream'

/** Both ends are part of it. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/**
 * Where large bytes are kept, under keys like `a/b/c`. A key is written once: after `write` all of it is there, durably,
 * and until then nothing is to be read.
 */
export interface Storage {
  write(key: string, bytes: AsyncIterable<Uint8Array>, about: { readonly contentType: string }): Promise<void>
  /** Throws `MissingObject` when there is nothing under the key. */
  read(key: string, range?: ByteRange): Promise<Readable>
  /** Takes away what is there, an unfinished write too. Nothing there is no error. */
  remove(key: string): Promise<void>
}

export class MissingObject extends Error {
  override name = 'MissingObject'
}
