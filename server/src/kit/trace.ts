import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'

/** Span kinds and their OTLP numbers. */
export const SPAN_KINDS = { internal: 1, server: 2, client: 3, consumer: 5 } as const

export interface Span {
  readonly traceId: string
  readonly id: string
  readonly parentId: string | undefined
  /** Spans of a trace that is not sampled are not collected. */
  readonly isSampled: boolean
  readonly kind: keyof typeof SPAN_KINDS
  readonly startMs: number
  readonly attributes: Record<string, string | number>
  name: string
  endMs: number
  /** Reason of the failure: the name of an error, never its message, which may quote input. */
  error: string | undefined
}

/** Receives ended spans. */
export interface SpanSink {
  add(span: Span): void
  readonly percent: number
  /** Returns true if requests to this host carry the trace. */
  isTraced(host: string): boolean
}

/** The sink of the process. Without one, tracing costs one comparison. */
let sink: SpanSink | undefined
const current = new AsyncLocalStorage<Span>()

export function setSpanSink(given: SpanSink | undefined): void {
  sink = given
}

export function isTracing(): boolean {
  return sink !== undefined
}

const nowMs = () => performance.timeOrigin + performance.now()
const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/

/** Begins a trace, or continues the one of a W3C `traceparent`. */
export function beginTrace(name: string, kind: Span['kind'], traceparent?: string): Span {
  const [, traceId, parentId, flags] = TRACEPARENT.exec(traceparent ?? '') ?? []
  const isChosen = Math.random() * 100 < (sink?.percent ?? 0)
  return newSpan(name, kind, {
    traceId: traceId ?? randomBytes(16).toString('hex'),
    parentId,
    isSampled: flags === undefined ? isChosen : (Number.parseInt(flags, 16) & 1) === 1,
  })
}

function newSpan(name: string, kind: Span['kind'], of: Pick<Span, 'traceId' | 'parentId' | 'isSampled'>): Span {
  const id = randomBytes(8).toString('hex')
  return { ...of, id, name, kind, startMs: nowMs(), endMs: 0, attributes: {}, error: undefined }
}

export function endSpan(span: Span): void {
  span.endMs = nowMs()
  if (span.isSampled) sink?.add(span)
}

/** Runs work whose spans belong to this one. */
export function inSpan<T>(span: Span, work: () => T): T {
  return current.run(span, work)
}

/** Runs a job or a delivery as its own trace. */
export async function traceWork<T>(name: string, work: () => Promise<T>): Promise<T> {
  if (!sink) return work()
  return measure(beginTrace(name, 'consumer'), work)
}

/** Runs a part of the current trace. Work outside of any trace leaves no span. */
export async function tracePart<T>(
  name: string,
  kind: Span['kind'],
  attributes: Readonly<Record<string, string | number>>,
  work: () => Promise<T>,
): Promise<T> {
  const parent = sink && current.getStore()
  if (!parent?.isSampled) return work()
  const span = newSpan(name, kind, { traceId: parent.traceId, parentId: parent.id, isSampled: true })
  Object.assign(span.attributes, attributes)
  return measure(span, work)
}

async function measure<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await inSpan(span, work)
  } catch (error) {
    span.error = error instanceof Error ? error.name : 'Error'
    throw error
  } finally {
    endSpan(span)
  }
}

/** Builds the header that passes the current trace to a host that may see it. */
export function outgoingTrace(host: string): Record<string, string> {
  const span = sink?.isTraced(host) ? current.getStore() : undefined
  return span ? { traceparent: `00-${span.traceId}-${span.id}-${span.isSampled ? '01' : '00'}` } : {}
}
