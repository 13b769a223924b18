import { Readable } from 'node:stream'
import type { OutboundRequest } from '../../kit/net/outbound.ts'
import type { ReadableMedia } from '../publish.ts'

type Fields = readonly (readonly [name: string, value: string])[]

export interface FilePart {
  readonly name: string
  readonly filename: string
  readonly medium: ReadableMedia
}

/** Builds a form (RFC 7578) with one file as its last part. The file is streamed. */
export async function formWithFile(
  url: string,
  { fields, file, medium }: { fields: Fields; file: string; medium: ReadableMedia },
): Promise<OutboundRequest> {
  return formWithFiles(url, { fields, files: [{ name: file, filename: buildFilename(medium, 'media'), medium }] })
}

/** Builds a form with several files after its fields. The files are streamed. */
export function formWithFiles(
  url: string,
  { fields, files }: { fields: Fields; files: readonly FilePart[] },
): OutboundRequest {
  // No file contains its own checksum. The colon of `sha256:` would need quotes in a boundary.
  const boundary = `quoin-${files[0]?.medium.checksum.replace('sha256:', '').slice(0, 60) ?? 'form'}`
  const part = (disposition: string, more = '') =>
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n${more}\r\n`)
  const texts = fields.flatMap(([name, value]) => [part(`name="${name}"`), Buffer.from(`${value}\r\n`)])
  const heads = files.map(({ name, filename, medium }) =>
    part(`name="${name}"; filename="${filename}"`, `content-type: ${medium.mime}\r\n`),
  )
  const end = Buffer.from('\r\n')
  const tail = Buffer.from(`--${boundary}--\r\n`)
  const fileBytes = files.reduce((sum, { medium }) => sum + medium.bytes, 0)
  const textBytes = [...texts, ...heads, tail].reduce((sum, { length }) => sum + length, 0)
  async function* parts() {
    yield* texts
    for (const [index, { medium }] of files.entries()) {
      yield heads[index] as Buffer
      yield* await medium.open()
      yield end
    }
    yield tail
  }
  return {
    method: 'POST',
    url,
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(textBytes + fileBytes + files.length * end.length),
    },
    body: Readable.from(parts()),
    deadlineMs: uploadDeadlineMs(fileBytes),
  }
}

/** Builds a name, such as `video.mp4`, for a file whose own name is unknown. */
export function buildFilename({ mime }: Pick<ReadableMedia, 'mime'>, stem: string): string {
  return `${stem}.${mime.split('/')[1]?.replace(/\W.*$/, '') ?? 'bin'}`
}

/** Allows one minute, plus the time of the upload at 2 Mbit/s. */
export function uploadDeadlineMs(bytes: number): number {
  return 60_000 + Math.ceil(bytes / 250)
}
