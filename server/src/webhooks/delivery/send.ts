import type { Context } from '../../kit/context.ts'
import { OutboundError } from '../../kit/net/outbound-error.ts'
import { traceWork } from '../../kit/trace.ts'
import type { ClaimedRow } from '../sql/claims.ts'
import type { InFlightDelivery } from './in-flight.ts'
import { type SigningKeys, signatureHeaders } from './sign.ts'

/** The result of one exchange with a receiver. `error` is null only for a 2xx response. */
export interface ReceiverAnswer {
  readonly startedAt: Date
  readonly durationMs: number
  readonly code: number | null
  readonly error: string | null
  readonly body: string
  readonly retryAfterSeconds: number | undefined
}

const ANSWER_BYTES = 16_384
const ERROR_LENGTH = 500

/** Signs and sends one delivery. Never throws: a failure is a result with an error. */
export async function send(ctx: Context, delivery: InFlightDelivery, deadlineMs: number): Promise<ReceiverAnswer> {
  const { row, destination } = delivery
  const startedAt = ctx.clock.now()
  const began = performance.now()
  const ended = (rest: Omit<ReceiverAnswer, 'startedAt' | 'durationMs'>): ReceiverAnswer => ({
    startedAt,
    durationMs: Math.round(performance.now() - began),
    ...rest,
  })
  try {
    const sent = {
      url: destination.url,
      workspaceId: row.workspace_id,
      method: 'POST',
      headers: buildHeaders(row, destination.keysAt(startedAt), startedAt),
      body: row.body,
      deadlineMs,
      bytesMax: ANSWER_BYTES,
    } as const
    const reply = await traceWork('webhook delivery', () => ctx.outbound.sendFrequent(sent))
    const { status } = reply
    return ended({
      code: status,
      error: describeStatusError(status),
      body: decodeBody(reply.body),
      retryAfterSeconds: retryAfter(reply.headers['retry-after'], ctx.clock.now()),
    })
  } catch (error) {
    if (!(error instanceof OutboundError)) ctx.log.error({ err: error, delivery: row.id }, 'could not send a delivery')
    const reason =
      error instanceof OutboundError ? `${error.reason}: ${error.message}` : 'The delivery could not be sent.'
    return ended({ code: null, error: reason.slice(0, ERROR_LENGTH), body: '', retryAfterSeconds: undefined })
  }
}

function buildHeaders(row: ClaimedRow, keys: readonly SigningKeys[], now: Date): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'Quoin-Webhooks/1',
    ...signatureHeaders({
      eventId: row.event_id,
      body: row.body,
      timestamp: Math.floor(now.getTime() / 1000),
      keys,
    }),
  }
}

function describeStatusError(status: number): string | null {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400) return `The receiver responded with ${status}; redirects are not followed.`
  if (status === 410)
    return 'The receiver responded with 410 Gone, so its endpoint was disabled. Set its status to active, then redrive this delivery.'
  return `The receiver responded with ${status}.`
}

/** Removes NUL, which PostgreSQL cannot store in a text. */
function decodeBody(body: Buffer): string {
  return body.toString('utf8').replaceAll('\0', '\ufffd')
}

/** The header contains seconds or a date. */
function retryAfter(header: string | string[] | undefined, now: Date): number | undefined {
  if (typeof header !== 'string') return undefined
  const seconds = /^\d{1,9}$/.test(header) ? Number(header) : (Date.parse(header) - now.getTime()) / 1000
  return seconds > 0 ? seconds : undefined
}
