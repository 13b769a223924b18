import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sha256 } from '../../kit/hash.ts'

const zip = promisify(gzip)
const unzip = promisify(gunzip)

/**
 * Public content of a path, ready to be sent. Only its compressed form is kept: it is a tenth of the size, and nearly all
 * clients accept it.
 */
export interface CompressedContent {
  readonly type: string
  readonly policy: string | undefined
  readonly zipped: Buffer
  readonly etag: string
}

export async function compressContent(
  type: string,
  content: string | Buffer,
  policy?: string,
): Promise<CompressedContent> {
  const plain = Buffer.from(content)
  return { type, policy, zipped: await zip(plain), etag: sha256(plain).toString('base64url') }
}

export async function sendContent(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { type, policy, zipped, etag }: CompressedContent,
  { vary = 'accept-encoding', cache = 'no-cache' }: { vary?: string; cache?: string } = {},
): Promise<FastifyReply> {
  const isZipped = /\bgzip\b/.test(headers['accept-encoding'] ?? '')
  const tag = `"${etag}${isZipped ? '-gzip' : ''}"`
  reply.type(type).header('vary', vary).header('etag', tag).header('cache-control', cache)
  if (policy !== undefined) reply.header('content-security-policy', policy)
  if (headers['if-none-match']?.includes(tag)) return reply.status(304).send()
  if (isZipped) reply.header('content-encoding', 'gzip')
  return reply.send(isZipped ? zipped : await unzip(zipped))
}
