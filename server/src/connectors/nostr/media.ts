import { readJsonBody } from '../answer-body.ts'
import { exchange } from '../exchange.ts'
import { PlatformError } from '../platform-error.ts'
import type { ReadableMedia } from '../publish.ts'
import type { Session } from '../session.ts'
import { createSigner, KIND, sign, toUnixSeconds } from './event.ts'
import type { UploadedMedium } from './note.ts'

const AUTH_SECONDS = 3600

/** The Blossom server of the account: the one that the person entered, or the first of the profile's list. */
export function findMediaServer({ tokens, entity }: Pick<Session, 'tokens' | 'entity'>): string | undefined {
  const entered = tokens.extra?.['media_server']
  const [listed] = (entity.metadata['media_servers'] ?? []) as readonly unknown[]
  const server = entered ?? listed
  return typeof server === 'string' ? server.replace(/\/+$/, '') : undefined
}

/**
 * A note has only the addresses of its media, for ever, and ours expire: so the files go to a server that keeps them (Blossom,
 * BUD-02). A file's address is its checksum there, so a repeat uploads nothing twice.
 */
export async function upload(session: Session, medium: ReadableMedia): Promise<UploadedMedium> {
  const server = findMediaServer(session)
  if (server === undefined) throw noServer()
  const sha256 = medium.checksum.replace(/^sha256:/, '')
  const answer = await exchange(
    session.http,
    {
      method: 'PUT',
      url: `${server}/upload`,
      headers: {
        authorization: `Nostr ${tokenFor(session, server, sha256)}`,
        'content-type': medium.mime,
        'content-length': String(medium.bytes),
        'x-sha-256': sha256,
      },
      body: await medium.open(),
      deadlineMs: 300_000,
    },
    { classify: ({ status, headers, text }) => classifyUploadError(status, String(headers['x-reason'] ?? text)) },
  )
  const { url, sha256: kept } = readJsonBody(answer, false)
  if (kept !== sha256 || typeof url !== 'string' || !/^https?:\/\/\S+$/.test(url))
    throw new PlatformError('unavailable', 'The media server did not answer as Blossom servers do.', {
      rule: 'nostr.media.server',
      remediation: 'Use another media server.',
    })
  return { url, mime: medium.mime, sha256 }
}

/** BUD-11: for this file, this server and this hour. */
function tokenFor(session: Session, server: string, sha256: string): string {
  const now = toUnixSeconds(session.now())
  const tags = [
    ['t', 'upload'],
    ['x', sha256],
    ['server', new URL(server).hostname],
    ['expiration', String(now + AUTH_SECONDS)],
  ]
  const event = sign(createSigner(session), { kind: KIND.mediaAuth, created_at: now, tags, content: 'Upload a file' })
  return Buffer.from(JSON.stringify(event)).toString('base64url')
}

const noServer = () =>
  new PlatformError('invalid', 'The account has no media server.', {
    rule: 'nostr.media.no_server',
    remediation: 'Connect the account again with media_server, or publish a list of Blossom servers (kind 10063).',
  })

/** The statuses of BUD-02. A server's refusal says nothing about the key as such. */
const MEANINGS: Readonly<Record<number, readonly [rule: string, message: string, remediation: string]>> = {
  401: ['refused', 'The media server does not take files of this key.', 'Use another media server.'],
  402: ['payment', 'The media server wants to be paid.', 'Pay its operator, or use another media server.'],
  403: ['refused', 'The media server does not take files of this key.', 'Use another media server.'],
  413: ['max_bytes', 'The file is too large for the media server.', 'Use a smaller file.'],
  415: ['type', 'The media server does not take files of this type.', 'Use another type.'],
}

function classifyUploadError(status: number, reason: string): PlatformError | undefined {
  const meaning = MEANINGS[status]
  if (!meaning) return undefined
  const [rule, message, remediation] = meaning
  const platformResponse = { status, message: reason.slice(0, 200) }
  return new PlatformError('invalid', message, { rule: `nostr.media.${rule}`, remediation, platformResponse })
}
