import type { Static, TSchema } from 'typebox'
import { bodies } from '../../kit/declare/compile.ts'
import type { OutboundReply } from '../../kit/net/outbound.ts'
import { SourceError, type SourceFailure } from '../../kit/sources.ts'

/** Facts about a vendor that its replies are read by. */
interface ReplyFacts {
  readonly label: string
  readonly failures: Readonly<Record<number, SourceFailure>>
  readonly pauseMs: number
  readonly readPauseMs?: (header: (name: string) => string | undefined, now: Date) => number | undefined
}

const PAUSE_MS_MAX = 24 * 3_600_000

/**
 * A reply of a vendor. Its text is never repeated in an error, because some vendors echo the key. A reply without the expected
 * shape is a failure, not a miss: the 404 of a proxy says nothing about the person.
 */
export class VendorReply {
  readonly status: number
  readonly #facts: ReplyFacts
  readonly #headers: OutboundReply['headers']
  readonly #json: unknown
  readonly #now: Date

  constructor(facts: ReplyFacts, { status, headers, body }: OutboundReply, now: Date) {
    this.status = status
    this.#facts = facts
    this.#headers = headers
    this.#json = parseJson(body)
    this.#now = now
  }

  /** Returns a successful reply of this shape. Throws the failure that any other reply means. */
  read<S extends TSchema>(schema: S): Static<S> {
    if (this.status < 200 || this.status > 299) throw this.failure()
    const value = this.tryRead(schema)
    if (value === undefined) throw this.failure('unavailable', 'returned a response in an unknown format')
    return value
  }

  /** Returns the reply, whatever its status, if it has this shape. */
  tryRead<S extends TSchema>(schema: S): Static<S> | undefined {
    return bodies.validate(schema, this.#json) ? (this.#json as Static<S>) : undefined
  }

  failure(kind: SourceFailure = this.#facts.failures[this.status] ?? 'unavailable', what?: string): SourceError {
    const message = `${this.#facts.label} ${what ?? `responded with ${this.status}`}`
    return new SourceError(kind, message, kind === 'rate_limited' ? { retryAfterMs: this.#pauseMs() } : {})
  }

  #pauseMs(): number {
    const named = this.#retryAfterMs() ?? this.#facts.readPauseMs?.((name) => this.#header(name), this.#now)
    const ms = named !== undefined && named >= 0 ? named : this.#facts.pauseMs
    return Math.min(Math.round(ms), PAUSE_MS_MAX)
  }

  #retryAfterMs(): number | undefined {
    const value = this.#header('retry-after')
    if (value === undefined) return undefined
    if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000
    const at = Date.parse(value)
    return Number.isNaN(at) ? undefined : Math.max(0, at - this.#now.getTime())
  }

  #header(name: string): string | undefined {
    const value = this.#headers[name]
    return Array.isArray(value) ? value[0] : value
  }
}

/** Removes NUL and lone surrogates from texts, which PostgreSQL could not store. */
function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString(), (_, value: unknown) =>
      typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value,
    )
  } catch {
    return undefined
  }
}
