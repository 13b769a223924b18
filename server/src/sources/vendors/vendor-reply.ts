import { type Static, type TSchema, Type } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { Nullable } from '../../kit/declare/schema.ts'
import type { OutboundReply } from '../../kit/net/outbound.ts'
import { SourceError, type SourceFailure } from '../source.ts'

interface Speaker {
  readonly label: string
  readonly failures: Readonly<Record<number, SourceFailure>>
  readonly restMs: number
  readonly restSaid?: (header: (name: string) => string | undefined, now: Date) => number | undefined
}

const REST_MS_MAX = 24 * 3_600_000
const validators = new WeakMap<TSchema, Validator>()

/** A field that a vendor leaves out, sets to null or fills, as it pleases. */
export function maybe<S extends TSchema>(schema: S) {
  return Type.Optional(Nullable(schema))
}

/**
 * What a vendor said. Its words are never repeated in an error: some vendors echo the key. Whatever does not have the
 * shape that is looked for is a failure, not a miss: a proxy's 404 says nothing about anybody.
 */
export class Reply {
  readonly status: number
  readonly #speaker: Speaker
  readonly #headers: OutboundReply['headers']
  readonly #json: unknown
  readonly #now: Date

  constructor(speaker: Speaker, { status, headers, body }: OutboundReply, now: Date) {
    this.status = status
    this.#speaker = speaker
    this.#headers = headers
    this.#json = jsonOf(body)
    this.#now = now
  }

  /** A good answer of this shape; anything else is thrown as what it means. */
  read<S extends TSchema>(schema: S): Static<S> {
    if (this.status < 200 || this.status > 299) throw this.failure()
    return this.fits(schema) ?? this.#throwUnknown()
  }

  /** The answer, whatever its status, if it has this shape. */
  fits<S extends TSchema>(schema: S): Static<S> | undefined {
    let validator = validators.get(schema)
    if (!validator) validators.set(schema, (validator = Compile(schema)))
    return validator.Check(this.#json) ? (this.#json as Static<S>) : undefined
  }

  failure(kind: SourceFailure = this.#speaker.failures[this.status] ?? 'unavailable', words?: string): SourceError {
    const message = `${this.#speaker.label} ${words ?? `answered ${this.status}`}`
    return new SourceError(kind, message, kind === 'rate_limited' ? { retryAfterMs: this.#restMs() } : {})
  }

  #throwUnknown(): never {
    throw this.failure('unavailable', 'answered in a shape that is not known')
  }

  #restMs(): number {
    const said = this.#retryAfterMs() ?? this.#speaker.restSaid?.((name) => this.#header(name), this.#now)
    const ms = said !== undefined && said >= 0 ? said : this.#speaker.restMs
    return Math.min(Math.round(ms), REST_MS_MAX)
  }

  #retryAfterMs(): number | undefined {
    const said = this.#header('retry-after')
    if (said === undefined) return undefined
    if (/^\d+(\.\d+)?$/.test(said)) return Number(said) * 1000
    const at = Date.parse(said)
    return Number.isNaN(at) ? undefined : Math.max(0, at - this.#now.getTime())
  }

  #header(name: string): string | undefined {
    const value = this.#headers[name]
    return Array.isArray(value) ? value[0] : value
  }
}

/** Texts that could not be stored, or that are no text, are made so that they can. */
function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString(), (_, value: unknown) =>
      typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value,
    )
  } catch {
    return undefined
  }
}
