import { integer, names, text, url } from './variable-kinds.ts'

/** OpenTelemetry's own names where it has one. */
export const TRACING = {
  OTEL_EXPORTER_OTLP_ENDPOINT: url(
    ['http:', 'https:'],
    'The collector that traces are sent to, by OTLP over HTTP, such as http://127.0.0.1:4318; no traces when absent.',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: {
    ...text(undefined, 'Headers of those requests, such as `authorization=Bearer%20abc,x-tenant=1`.'),
    isSecret: true as const,
  },
  OTEL_SERVICE_NAME: text('quoin', 'The name of this service in traces.'),
  TRACE_PERCENT: integer(
    0,
    100,
    100,
    'How many of the traces that begin here are sent; a trace that a caller began is sent when the caller sends it.',
  ),
  TRACE_OUTBOUND: names(
    'Hosts whose requests carry `traceparent`, such as `api.example.com,*.internal.example`; none when absent.',
  ),
}
