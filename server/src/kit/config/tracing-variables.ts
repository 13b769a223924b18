import { integer, names, text, url } from './variable-kinds.ts'

/** Variables of tracing, with OpenTelemetry's own names where they exist. */
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
    'Percentage of the traces started here that are sent. A trace that a caller began is sent when the caller samples it.',
  ),
  TRACE_OUTBOUND: names(
    'Hosts whose requests carry `traceparent`, such as `api.example.com,*.internal.example`; none when absent.',
  ),
}
