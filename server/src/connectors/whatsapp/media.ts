import { createHash } from 'node:crypto'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { OutboundError } from '../../kit/net/outbound-error.ts'
import { classifyStatus } from '../api/exchange.ts'
import { formWithFile } from '../api/multipart.ts'
import { Id, readResponse } from '../api/response.ts'
import type { OpenedAttachment } from '../inbox.ts'
import type { MediaLimits } from '../limits.ts'
import { buildGraphUrl, request, send } from '../meta/graph.ts'
import { PlatformError } from '../platform-error.ts'
import type { ReadableMedia } from '../publish.ts'
import type { Session } from '../session.ts'
import { createGraph } from './cloud-api.ts'
import { limits, whatsapp } from './platform.ts'

const Uploaded = Type.Object({ id: Id })
const FileAddress = Type.Object({
  url: Type.String(),
  mime_type: Maybe(Type.Unknown()),
  sha256: Maybe(Type.String()),
})

interface MediaKind extends Pick<MediaLimits, 'bytesMax' | 'mimes'> {
  readonly type: 'image' | 'video' | 'audio' | 'sticker' | 'document'
  readonly hasCaption: boolean
}

const KINDS: readonly MediaKind[] = [
  { type: 'image', ...pickLimits(limits.image), hasCaption: true },
  { type: 'video', ...pickLimits(limits.video), hasCaption: true },
  {
    type: 'audio',
    bytesMax: 16 * 1_048_576,
    mimes: ['audio/aac', 'audio/amr', 'audio/mpeg', 'audio/mp4', 'audio/ogg'],
    hasCaption: false,
  },
  { type: 'sticker', bytesMax: 500 * 1024, mimes: ['image/webp'], hasCaption: false },
  { type: 'document', ...pickLimits(limits.document ?? null), hasCaption: true },
]

function pickLimits(media: MediaLimits | null): Pick<MediaLimits, 'bytesMax' | 'mimes'> {
  return { bytesMax: media?.bytesMax ?? 0, mimes: media?.mimes ?? [] }
}

export interface Upload {
  readonly type: MediaKind['type']
  readonly id: string
  readonly filename?: string
}

/** Uploads a file for a message. Meta deletes it after thirty days, so a second upload does no harm. */
export async function upload(session: Session, medium: ReadableMedia, hasCaption: boolean): Promise<Upload> {
  const { type } = checkMedium(medium, hasCaption)
  const graph = createGraph(session)
  const url = buildGraphUrl(graph, `${encodeURIComponent(session.entity.externalId)}/media`)
  const fields = [
    ['messaging_product', 'whatsapp'],
    ['type', medium.mime],
  ] as const
  const response = await send(graph, await formWithFile(url, { fields, file: 'file', medium }))
  const options = { secrets: [session.tokens.access], report: session.report }
  const { id } = readResponse(whatsapp, response, Uploaded, options)
  return { type, id: String(id), ...(type === 'document' && { filename: `document.${EXTENSIONS[medium.mime]}` }) }
}

/** Extensions for the name of a document, which people see: our files have no names. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  'text/plain': 'txt',
  'application/pdf': 'pdf',
  'application/msword': 'doc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.ms-powerpoint': 'ppt',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
}

function createMediaError(rule: string, message: string, remediation: string): PlatformError {
  return new PlatformError('invalid', message, { rule: `whatsapp.media.${rule}`, remediation })
}

function checkMedium({ mime, bytes }: ReadableMedia, hasCaption: boolean): MediaKind {
  const kind = KINDS.find(({ mimes }) => mimes.includes(mime))
  if (!kind) {
    const accepted = KINDS.flatMap(({ mimes }) => mimes).join(', ')
    throw createMediaError('type', `WhatsApp does not take ${mime}.`, `Use one of: ${accepted}.`)
  }
  const { type, bytesMax } = kind
  if (bytes > bytesMax)
    throw createMediaError(
      'max_bytes',
      `The ${type} has ${bytes} bytes, at most ${bytesMax} fit.`,
      'Use a smaller file.',
    )
  if (hasCaption && !kind.hasCaption)
    throw createMediaError(
      'caption',
      `WhatsApp shows no text with a file of type ${type}.`,
      'Send the text as a message of its own.',
    )
  return kind
}

const FILE_BYTES_MAX = 100 * 1_048_576
/** Hosts of the files that people sent. Our token is sent to no other host. */
const FILE_HOST = /^https:\/\/([\w-]+\.)*(fbsbx\.com|facebook\.com|fbcdn\.net|whatsapp\.net)\//

/** Downloads a file that a person sent. Its address is valid for five minutes and requires our token. */
export async function download(session: Session, id: string): Promise<OpenedAttachment> {
  const graph = createGraph(session)
  const query = { phone_number_id: session.entity.externalId }
  const file = await request(graph, 'GET', encodeURIComponent(id), { schema: FileAddress, query })
  const { url, mime_type: mime, sha256 } = file
  if (!FILE_HOST.test(url)) throw new PlatformError('unavailable', 'WhatsApp named no address for the file.')
  const bytes = await fetchFile(session, url)
  if (typeof sha256 === 'string' && !isDigest(sha256, bytes))
    throw new PlatformError('unavailable', 'The file did not arrive as WhatsApp has it.')
  return { mime: typeof mime === 'string' ? mime : 'application/octet-stream', bytes }
}

async function fetchFile({ http, tokens }: Session, url: string): Promise<Buffer> {
  const headers = { authorization: `Bearer ${tokens.access}` }
  const reply = await http({ url, headers, bytesMax: FILE_BYTES_MAX, deadlineMs: 120_000 }).catch((error: unknown) => {
    if (!(error instanceof OutboundError)) throw error
    throw new PlatformError('unavailable', error.message, { cause: error })
  })
  if (reply.status >= 200 && reply.status < 300) return reply.body
  throw classifyStatus({ ...reply, text: '', body: undefined }, false)
}

/** Meta writes digests in hex or in Base64. */
function isDigest(digest: string, bytes: Buffer): boolean {
  const hash = createHash('sha256').update(bytes).digest()
  return digest === hash.toString('hex') || digest === hash.toString('base64')
}
