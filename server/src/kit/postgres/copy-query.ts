import { Query, type QueryResult } from 'pg'

/* COPY, which the driver leaves to subclasses of its query. */

type Done = (error: Error | null, result: QueryResult) => void

export interface CopyConnection {
  readonly stream: {
    once(event: string, then: () => void): void
    pause(): void
    resume(): void
    destroy(): void
    readonly writableNeedDrain: boolean
  }
  sendCopyFromChunk(bytes: Uint8Array): void
  endCopyFrom(): void
  sendCopyFail(reason: string): void
}

/** Bytes that are collected before they are passed on. */
const CHUNK_BYTES = 1 << 18

/** COPY FROM STDIN with rows in COPY's text format. */
export class CopyLines extends Query {
  readonly #lines: Iterator<string>
  #isOver = false

  constructor(text: string, lines: Iterable<string>, done: Done) {
    super(text, undefined, ((error: Error | null, result: QueryResult) => {
      this.#isOver = true
      done(error, result)
    }) as never)
    this.#lines = lines[Symbol.iterator]()
  }

  /** Sends one chunk per event loop turn, so that other work can run in between. */
  handleCopyInResponse(connection: CopyConnection): void {
    if (this.#isOver) return
    try {
      let text = ''
      let isLast = false
      while (!isLast && text.length < CHUNK_BYTES) {
        const { done = false, value } = this.#lines.next()
        isLast = done
        if (!done) text += `${value}\n`
      }
      if (text !== '') connection.sendCopyFromChunk(Buffer.from(text))
      if (isLast) return connection.endCopyFrom()
      const continueLater = () => setImmediate(() => this.handleCopyInResponse(connection))
      if (connection.stream.writableNeedDrain) connection.stream.once('drain', continueLater)
      else continueLater()
    } catch (error) {
      connection.sendCopyFail((error as Error).message)
    }
  }
}

/** COPY FROM STDIN with the bytes of a COPY TO STDOUT in the same format. */
export class CopyBytes extends Query {
  readonly #chunks: AsyncIterable<Uint8Array>
  #isOver = false

  constructor(text: string, chunks: AsyncIterable<Uint8Array>, done: Done) {
    super(text, undefined, ((error: Error | null, result: QueryResult) => {
      this.#isOver = true
      done(error, result)
    }) as never)
    this.#chunks = chunks
  }

  handleCopyInResponse(connection: CopyConnection): void {
    this.#send(connection).catch((error: unknown) => connection.sendCopyFail((error as Error).message))
  }

  async #send(connection: CopyConnection): Promise<void> {
    const { stream } = connection
    for await (const chunk of this.#chunks) {
      if (this.#isOver) return
      connection.sendCopyFromChunk(chunk)
      if (stream.writableNeedDrain) await new Promise<void>((resolve) => stream.once('drain', resolve))
    }
    if (!this.#isOver) connection.endCopyFrom()
  }
}

/** Receives the bytes of a COPY. More come when it resolves, except for those that were already read. */
export type Sink = (chunk: Buffer) => Promise<void>

/** COPY TO STDOUT. The connection is cut when the sink fails: nothing else ends a COPY before its last row. */
export class CopyOut extends Query {
  readonly #sink: Sink
  #collected: Buffer[] = []
  #bytes = 0
  #writing: Promise<void> = Promise.resolve()
  #failure: Error | undefined

  constructor(text: string, sink: Sink, done: Done) {
    super(text, undefined, ((error: Error | null, result: QueryResult) => {
      void this.#end(done, error, result)
    }) as never)
    this.#sink = sink
  }

  async #end(done: Done, error: Error | null, result: QueryResult): Promise<void> {
    this.#pass()
    await this.#writing
    done(this.#failure ?? error, result)
  }

  handleCopyData({ chunk }: { chunk: Buffer }, { stream }: CopyConnection): void {
    // The driver reuses the memory of a message.
    this.#collected.push(Buffer.from(chunk))
    this.#bytes += chunk.length
    if (this.#bytes < CHUNK_BYTES) return
    stream.pause()
    this.#pass()
    void this.#writing.then(() => (this.#failure ? stream.destroy() : stream.resume()))
  }

  #pass(): void {
    const chunk = Buffer.concat(this.#collected)
    this.#collected = []
    this.#bytes = 0
    this.#writing = this.#writing
      .then(() => (this.#failure || chunk.length === 0 ? undefined : this.#sink(chunk)))
      .catch((error: unknown) => {
        this.#failure ??= error as Error
      })
  }
}
