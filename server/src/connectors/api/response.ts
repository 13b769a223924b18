import type { Static, TSchema } from 'typebox'
import { bodies } from '../../kit/declare/compile.ts'
import { Type } from '../../kit/declare/type.ts'
import { toViolations } from '../../kit/declare/violations.ts'
import { maskSecrets } from '../../kit/log/log.ts'
import type { OutboundRequest } from '../../kit/net/outbound.ts'
import type { PlatformName } from '../platform.ts'
import { PlatformError } from '../platform-error.ts'
import type { Call } from '../session.ts'
import { type ExchangeOptions, exchange, type PlatformResponse, redactSecrets } from './exchange.ts'

/** An id, which platforms write as text or as a number. */
export const Id = Type.Union([Type.String({ minLength: 1 }), Type.Integer()])

/** A response whose content does not matter. */
export const AnyBody = Type.Unknown()

/** Enough to see the shape of a response; a page of posts is longer. */
const RAW_MAX = 4000

/**
 * A response that lacks a field, or has one of another type than the platform documents. After a mutation the outcome is unknown: it
 * may have happened.
 */
export class UnexpectedResponse extends PlatformError {
  /** The path of the first field that does not fit, such as `items.0.id`. */
  readonly field: string
  /** The start of the response, with secrets masked, for the operator. */
  readonly raw: string
  constructor({ id, label }: PlatformName, field: string, raw: string, { mutates = false, status = 200 } = {}) {
    super(mutates ? 'ambiguous' : 'unavailable', `${label} sent a response without a valid \`${field}\`.`, {
      rule: `${id}.response.unexpected`,
      remediation: `The log of this server has the response. ${label} may have changed its API: update this server.`,
      platformResponse: { status },
    })
    this.field = field
    this.raw = raw
  }
}

interface ReadOptions extends Pick<ExchangeOptions, 'mutates' | 'secrets'> {
  /** Receives what did not fit before it is thrown. */
  readonly report?: Call['report']
}

interface RequestOptions<S extends TSchema> extends ExchangeOptions {
  /** The shape of a success. */
  readonly schema: S
}

/** Sends one request to a platform and reads the JSON of its success. */
export async function requestJson<S extends TSchema>(
  platform: PlatformName,
  { http, report }: Pick<Call, 'http' | 'report'>,
  request: OutboundRequest,
  { schema, ...options }: RequestOptions<S>,
): Promise<Static<S>> {
  return readResponse(platform, await exchange(http, request, options), schema, { ...options, report })
}

/** Reads the JSON of a success. An empty body reads as an empty object. */
export function readResponse<S extends TSchema>(
  platform: PlatformName,
  response: PlatformResponse,
  schema: S,
  { mutates = false, secrets = [], report }: ReadOptions = {},
): Static<S> {
  const { status, text, body } = response
  const value = text === '' ? {} : body
  if (bodies.validate(schema, value)) return value as Static<S>
  const field = findField()
  const raw = maskSecrets(redactSecrets(response, secrets).text).slice(0, RAW_MAX)
  const unexpected = new UnexpectedResponse(platform, field, raw, { mutates, status })
  report?.(unexpected)
  throw unexpected
}

/** The value when it has the shape. */
export function tryRead<S extends TSchema>(schema: S, value: unknown): Static<S> | undefined {
  return bodies.validate(schema, value) ? (value as Static<S>) : undefined
}

/** The first field that the last validation refused; `body` for the whole. */
function findField(): string {
  const [violation] = toViolations(bodies.errors, [])
  return violation?.loc.join('.') || 'body'
}
