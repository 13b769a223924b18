import { Readable } from 'node:stream'
import type { OutboundRequest } from '../kit/net/outbound.ts'
import type { ReadableMedia } from './publish.ts'

/** A form (RFC 7578) with one file as its last part, sent as it is read. */
export async function formWithFile(
  url: string,
  { fields, file, medium }: { fields: readonly (readonly [string, string])[]; file: string; medium: ReadableMedia },
): Promise<OutboundRequest> {
  // No file contains its own checksum. The colon of `sha256:` would need quotes in a boundary.
  const boundary = `quoin-${medium.checksum.replace('sha256:', '').slice(0, 60)}`
  const part = (disposition: string, more = '') =>
    `--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n${more}\r\n`
  const name = `media.${medium.mime.split('/')[1]?.replace(/\W.*$/, '') ?? 'bin'}`
  const head = Buffer.from(
    `${fields.map(([field, value]) => `${part(`name="${field}"`)}${value}\r\n`).join('')}${part(
      `name="${file}"; filename="${name}"`,
      `content-type: ${medium.mime}\r\n`,
    )}`,
  )
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  const content = await medium.open()
  async function* parts() {
    yield head
    yield* content
    yield tail
  }
  return {
    method: 'POST',
    url,
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(head.length + medium.bytes + tail.length),
    },
    body: Readable.from(parts()),
    deadlineMs: uploadDeadlineMs(medium.bytes),
  }
}

/** One minute, plus the time of the upload at 2 Mbit/s. */
export function uploadDeadlineMs(bytes: number): number {
  return 60_000 + Math.ceil(bytes / 250)
}
