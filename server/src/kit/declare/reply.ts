import type { Readable } from 'node:stream'

interface DocumentOptions {
  readonly contentType: string
  readonly body: string | Buffer
  readonly fileName?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A reply that is not JSON, such as a CSV file or an example picture; `value` is the declared reply, which the meter reads. */
export class Document<Reply = unknown> {
  readonly value: Reply
  readonly contentType: string
  readonly body: string | Buffer
  readonly fileName: string | undefined
  readonly headers: Readonly<Record<string, string>>
  constructor(value: Reply, { contentType, body, fileName, headers = {} }: DocumentOptions) {
    this.value = value
    this.contentType = contentType
    this.body = body
    this.fileName = fileName
    this.headers = headers
  }
}

/** A reply of any length, sent while it is produced; for reads, which are not stored for a retry. */
export class StreamedReply {
  readonly contentType: string
  readonly chunks: AsyncIterable<string>
  readonly fileName: string | undefined
  constructor(chunks: AsyncIterable<string>, { contentType, fileName }: { contentType: string; fileName?: string }) {
    this.chunks = chunks
    this.contentType = contentType
    this.fileName = fileName
  }
}

/** A reply that redirects a browser; `value` is the declared reply. */
export class Redirect<Reply = unknown> {
  readonly value: Reply
  readonly location: string
  readonly cookies: readonly string[]
  constructor(value: Reply, location: string, cookies: readonly string[] = []) {
    this.value = value
    this.location = location
    this.cookies = cookies
  }
}

/** A reply that sets or deletes cookies; `value` is the declared reply. */
export class ReplyWithCookies<Reply = unknown> {
  readonly value: Reply
  readonly cookies: readonly string[]
  constructor(value: Reply, ...cookies: string[]) {
    this.value = value
    this.cookies = cookies
  }
}

/** Bytes that are sent while they are read; not opened for HEAD. */
export class Download {
  readonly status: 200 | 206
  readonly headers: Readonly<Record<string, string>>
  readonly open: () => Promise<Readable>
  constructor(status: 200 | 206, headers: Readonly<Record<string, string>>, open: () => Promise<Readable>) {
    this.status = status
    this.headers = headers
    this.open = open
  }
}
