import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { HANG_MS } from '../support/hang-timeout.ts'
import { run, scratch } from '../support/processes.ts'

interface ExportedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly { readonly key: string; readonly value: Record<string, string> }[]
}

const spans: ExportedSpan[] = []
const seen = { authorization: '', service: '', traceparents: [] as (string | undefined)[] }

/** A collector at /v1/traces, and a webhook receiver at any other path. */
const outside = createServer((incoming, outgoing) => void answer(incoming, outgoing)).listen(0, '127.0.0.1')

async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const chunks = await incoming.toArray()
  if (incoming.url === '/v1/traces') {
    const body = JSON.parse(Buffer.concat(chunks).toString()) as {
      resourceSpans: { resource: Pick<ExportedSpan, 'attributes'>; scopeSpans: { spans: ExportedSpan[] }[] }[]
    }
    seen.authorization = incoming.headers.authorization ?? ''
    for (const { resource, scopeSpans } of body.resourceSpans) {
      seen.service = resource.attributes.find(({ key }) => key === 'service.name')?.value['stringValue'] ?? ''
      spans.push(...scopeSpans.flatMap((scope) => scope.spans))
    }
  } else seen.traceparents.push(incoming.headers['traceparent'] as string | undefined)
  outgoing.end('{}')
}
after(() => outside.close())
await new Promise((resolve) => outside.once('listening', resolve))
const collector = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`

async function until<T>(what: string, find: () => T | undefined): Promise<T> {
  const deadline = Date.now() + HANG_MS
  for (;;) {
    const found = find()
    if (found !== undefined) return found
    assert.ok(Date.now() < deadline, `${what}: got ${spans.map(({ name }) => name).join(', ')}`)
    await sleep(50)
  }
}

test("requests, statements, outgoing calls, jobs and deliveries are traced, within the caller's trace", async () => {
  const data = join(scratch(), 'data')
  const server = run('all', {
    QUOIN_DATA: data,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc',
    OTEL_SERVICE_NAME: 'quoin-test',
    TRACE_OUTBOUND: '127.0.0.1',
  })
  const [, url = ''] = await server.says(/API\s+(\S+)/)
  const { live_key: key } = JSON.parse(readFileSync(join(data, 'first-run.json'), 'utf8')) as { live_key: string }
  const traceId = 'abcdef0123456789abcdef0123456789'
  const parent = '00f067aa0ba902b7'
  const post = async (path: string, body: object, flags: string) => {
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      traceparent: `00-${traceId}-${parent}-${flags}`,
    }
    const reply = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    const text = await reply.text()
    assert.ok(reply.ok, text)
    return JSON.parse(text) as { id: string }
  }
  const { id } = await post('/v1/webhooks', { url: `${collector}/hook`, events: ['*'] }, '00')
  await post('/v1/profiles', { name: 'Example brand' }, '01')
  await post(`/v1/webhooks/${id}/test`, {}, '01')

  const request = await until('a request', () => spans.find(({ name }) => name === 'profiles.create'))
  assert.deepEqual([request.traceId, request.parentSpanId, request.kind], [traceId, parent, 2])
  assert.ok(BigInt(request.endTimeUnixNano) > BigInt(request.startTimeUnixNano))
  const statement = await until('its statements', () =>
    spans.find(({ parentSpanId }) => parentSpanId === request.spanId),
  )
  assert.equal(statement.traceId, traceId)
  await until('a job', () => spans.find(({ name }) => name.startsWith('job ')))
  const delivery = await until('a delivery', () => spans.find(({ name }) => name === 'webhook delivery'))
  const call = await until('its call', () => spans.find(({ parentSpanId }) => parentSpanId === delivery.spanId))
  assert.equal(call.name, 'POST 127.0.0.1')
  assert.ok(
    seen.traceparents.includes(`00-${delivery.traceId}-${call.spanId}-01`),
    'the receiver is not told the trace',
  )
  assert.deepEqual([seen.authorization, seen.service], ['Bearer abc', 'quoin-test'])
  assert.ok(!spans.some(({ name }) => name === 'webhooks.create'), 'the caller did not sample this trace')
  assert.doesNotMatch(JSON.stringify(spans), new RegExp(`Example brand|${id}|${key}`), 'a span has input')

  server.child.kill('SIGTERM')
  assert.equal((await server.ended).code, 0, server.output())
})
