import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { IdempotentResult } from '../../domains/identity/idempotency/service.ts'
import type { Context } from '../../kit/context.ts'
import type { AnyEndpoint } from '../../kit/declare/endpoint.ts'
import { Document, type Download, Redirect, ReplyWithCookies, StreamedReply } from '../../kit/declare/reply.ts'
import { createJsonWriter } from '../../kit/declare/stringify.ts'
import { toEtag } from '../../kit/declare/version.ts'
import type { StoredResponse } from '../../kit/ledger.ts'
import type { Locate } from './location.ts'

/** Turns the replies of one endpoint into responses. */
export interface ResponseWriter {
  readonly endpoint: AnyEndpoint
  readonly write: WriteReply
  readonly locate: Locate | undefined
}

/** Writes a reply as JSON, by its schema. */
export type WriteReply = (reply: unknown) => string

const zip = promisify(gzip)

/** A smaller body fits into two packets. Level 1 takes a third less time than level 6, for 3 % more bytes (record 0073). */
const COMPRESSED_BYTES_MIN = 2048
const LEVEL = 1

interface WrittenResponse extends StoredResponse {
  /** Sent instead of the body. */
  readonly chunks?: AsyncIterable<string>
  readonly bytes?: Buffer
  /** Several headers with the same name. */
  readonly cookies?: readonly string[]
}

/** Compiles the schema with the first reply. The text of a frozen reply is cached with it. */
export function replyWriter({ reply: schema }: AnyEndpoint): WriteReply {
  let compiled: WriteReply | undefined
  const written = new WeakMap<object, string>()
  return (reply) => {
    compiled ??= createJsonWriter(schema)
    if (typeof reply !== 'object' || reply === null || !Object.isFrozen(reply)) return compiled(reply)
    let text = written.get(reply)
    if (text === undefined) written.set(reply, (text = compiled(reply)))
    return text
  }
}

/** Returns the declared reply from a handler's result. */
export function unwrapReply(result: unknown): unknown {
  return result instanceof Document || result instanceof Redirect || result instanceof ReplyWithCookies
    ? result.value
    : result
}

/** Written here and not by the framework, so that exactly these bytes can be stored with the work. */
export function writeResponse(
  { endpoint, write, locate }: ResponseWriter,
  request: FastifyRequest,
  result: unknown,
): WrittenResponse {
  const { status } = endpoint
  if (result instanceof Document || result instanceof StreamedReply) {
    const name = result.fileName && { 'content-disposition': `attachment; filename="${result.fileName}"` }
    const headers = { 'content-type': result.contentType, ...name }
    if (result instanceof StreamedReply) return { status, headers, body: '', chunks: result.chunks }
    const content = typeof result.body === 'string' ? { body: result.body } : { body: '', bytes: result.body }
    return { status, headers: { ...headers, ...result.headers }, ...content }
  }
  if (result instanceof Redirect) {
    const { location, cookies } = result
    return { status: 303, headers: { location }, cookies, body: '' }
  }
  if (result instanceof ReplyWithCookies) {
    const { headers, body } = writeResponse({ endpoint, write, locate }, request, result.value)
    return { status, headers, cookies: result.cookies, body }
  }
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    ...(locate && { location: locate(request.params, result) }),
    ...(endpoint.special.versioned && { etag: toEtag(result as Parameters<typeof toEtag>[0]) }),
  }
  return { status, headers, body: write(result) }
}

/** Builds the reply to a test key: the declared example, fitted to the request. */
export function buildExampleReply({ example }: AnyEndpoint, { params, query, body }: FastifyRequest): unknown {
  const { echo, reply } = example
  return echo ? echo({ params, query, body }, reply) : reply
}

/** Returns true for a response that is sent while it is generated. */
export function isStreamed({ response }: IdempotentResult): boolean {
  return (response as WrittenResponse).chunks !== undefined
}

export function sendResponse(
  { ctx, endpoint }: { ctx: Context; endpoint: AnyEndpoint },
  reply: FastifyReply,
  { response, replayOf }: IdempotentResult,
): FastifyReply | Promise<FastifyReply> {
  if (replayOf !== undefined) reply.header('idempotency-replayed', 'true').header('x-original-request-id', replayOf)
  const { status, headers, body, chunks, bytes, cookies = [] }: WrittenResponse = response
  reply.status(status).headers(headers)
  for (const cookie of cookies) reply.header('set-cookie', cookie)
  if (chunks) return reply.send(Readable.from(chunks))
  if (bytes) return reply.send(bytes)
  if (endpoint.showsSecret) return reply.send(ctx.secrets.open(body, endpoint.id))
  if (endpoint.method === 'GET' && body.length >= COMPRESSED_BYTES_MIN) return sendCompressed(reply, body)
  return reply.send(body)
}

/** Only for reads: a response to a write can contain a secret beside text that its sender chose. */
async function sendCompressed(reply: FastifyReply, body: string): Promise<FastifyReply> {
  reply.header('vary', [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', '))
  if (!/\bgzip\b/.test(reply.request.headers['accept-encoding'] ?? '')) return reply.send(body)
  reply.header('content-encoding', 'gzip')
  return reply.send(await zip(body, { level: LEVEL }))
}

/** The framework closes the stream with the connection, whichever side ends it. */
export async function sendDownload(
  { method }: FastifyRequest,
  reply: FastifyReply,
  { status, headers, open }: Download,
): Promise<FastifyReply> {
  const body = method === 'HEAD' ? Readable.from([]) : await open()
  return reply.status(status).headers(headers).send(body)
}
