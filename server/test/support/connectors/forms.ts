import type { ReceivedRequest } from './loopback.ts'

export interface FormFile {
  readonly name: string
  readonly filename: string
  readonly mime: string
  readonly bytes: Buffer
}

/** Reads a form with files as a strict server does; throws at what is not one. */
export function parseMultipartForm({ headers, bytes }: ReceivedRequest): {
  fields: Record<string, string>
  files: FormFile[]
} {
  // RFC 2046: a boundary that is not a token must be quoted.
  const boundary = /^multipart\/form-data; boundary=([\w'+.-]{1,70})$/.exec(headers['content-type'] ?? '')?.[1]
  const text = bytes.toString('latin1')
  if (!boundary || !text.endsWith(`--${boundary}--\r\n`)) throw new Error('This is no form.')
  if (headers['content-length'] !== String(bytes.length)) throw new Error('The length of the form is wrong.')
  const fields: Record<string, string> = {}
  const files: FormFile[] = []
  for (const part of text.split(`--${boundary}\r\n`).slice(1)) {
    const [head = ''] = part.split('\r\n\r\n', 1)
    const content =
      part
        .slice(head.length + 4)
        .split(`\r\n--${boundary}--`)[0]
        ?.replace(/\r\n$/, '') ?? ''
    const [, name = '', filename] = /form-data; name="([^"]*)"(?:; filename="([^"]*)")?/.exec(head) ?? []
    const raw = Buffer.from(content, 'latin1')
    if (filename === undefined) fields[name] = raw.toString('utf8')
    else files.push({ name, filename, mime: /content-type: (\S+)/i.exec(head)?.[1] ?? '', bytes: raw })
  }
  return { fields, files }
}
