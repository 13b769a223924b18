import type { Config } from '../kit/config/config.ts'
import type { Log } from '../kit/log/log.ts'
import { repeat } from '../kit/repeat.ts'
import { SPAN_KINDS, type Span, type SpanSink, setSpanSink } from '../kit/trace.ts'
import { VERSION } from '../kit/version.ts'

/** Limit of spans that wait for the collector; more are dropped. */
const WAITING_MAX = 4096
const BATCH_MAX = 512
const FLUSH_MS = 2000
const SEND_MS = 10_000

/**
 * Sends spans to a collector by OTLP over HTTP, as JSON. Written here so that npm start installs no packages for it (record
 * 0038). The operator sets the collector, so the guard of outgoing requests does not apply.
 */
export function startTracing(config: Config, log: Log): { stop(): Promise<void> } {
  const waiting: Span[] = []
  const url = `${config.OTEL_EXPORTER_OTLP_ENDPOINT}/v1/traces`
  const headers = { 'content-type': 'application/json', ...readHeaders(config.OTEL_EXPORTER_OTLP_HEADERS) }
  const hosts = (config.TRACE_OUTBOUND ?? []).map(hostPattern)
  let dropped = 0

  async function flush(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, BATCH_MAX)
      const body = JSON.stringify(buildTraceBody(batch, config.OTEL_SERVICE_NAME))
      const answer = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(SEND_MS) })
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`The collector responded with ${answer.status}`)
    }
    if (dropped > 0) log.warn({ dropped }, 'dropped spans: the collector is too slow')
    dropped = 0
  }

  const sink: SpanSink = {
    percent: config.TRACE_PERCENT,
    isTraced: (host) => hosts.some((pattern) => pattern.test(host)),
    add(span) {
      if (waiting.length < WAITING_MAX) waiting.push(span)
      else dropped++
    },
  }
  setSpanSink(sink)
  const failed = (error: unknown) => log.warn({ err: error }, 'could not send spans to OTEL_EXPORTER_OTLP_ENDPOINT')
  const flushes = repeat(flush, FLUSH_MS, failed)
  return {
    async stop() {
      setSpanSink(undefined)
      await flushes.stop()
      await flush().catch(failed)
    },
  }
}

/** Parses `name=value,name=value` with URL-encoded values, as OpenTelemetry writes them. */
function readHeaders(text = ''): Record<string, string> {
  const pairs = text.split(',').filter((pair) => pair.includes('='))
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=')
      return [pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())]
    }),
  )
}

function hostPattern(name: string): RegExp {
  return new RegExp(`^${name.replaceAll('.', String.raw`\.`).replace('*', '.+')}$`, 'i')
}

function buildTraceBody(spans: readonly Span[], service: string) {
  const resource = { attributes: toAttributes({ 'service.name': service, 'service.version': VERSION }) }
  return { resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'quoin' }, spans: spans.map(written) }] }] }
}

function written(span: Span) {
  return {
    traceId: span.traceId,
    spanId: span.id,
    ...(span.parentId !== undefined && { parentSpanId: span.parentId }),
    name: span.name,
    kind: SPAN_KINDS[span.kind],
    startTimeUnixNano: toNanos(span.startMs),
    endTimeUnixNano: toNanos(span.endMs),
    attributes: toAttributes(span.attributes),
    ...(span.error !== undefined && { status: { code: 2, message: span.error } }),
  }
}

function toAttributes(attributes: Readonly<Record<string, string | number>>) {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(Math.round(value)) } : { stringValue: value },
  }))
}

function toNanos(ms: number): string {
  return String(BigInt(Math.round(ms * 1000)) * 1000n)
}
