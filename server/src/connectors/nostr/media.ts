import { Type } from '../../kit/declare/type.ts'
import { exchange } from '../api/exchange.ts'
import { type KnownError, refuse } from '../api/known-errors.ts'
import { tryRead } from '../api/response.ts'
import { PlatformError } from '../platform-error.ts'
import type { ReadableMedia } from '../publish.ts'
import type { Session } from '../session.ts'
import { createError } from './errors.ts'
import { createSigner, KIND, sign, toUnixSeconds } from './event.ts'
import type { UploadedMedium } from './note.ts'

const AUTH_SECONDS = 3600

const BlobDescriptor = Type.Object({ url: Type.String({ pattern: '^https?://\\S+$' }), sha256: Type.String() })

/** Returns the account's Blossom server: the one that the person entered, or the first in the list of the profile. */
export function findMediaServer({ tokens, entity }: Pick<Session, 'tokens' | 'entity'>): string | undefined {
  const entered = tokens.extra?.['media_server']
  const [listed] = (entity.metadata['media_servers'] ?? []) as readonly unknown[]
  const server = entered ?? listed
  return typeof server === 'string' ? server.replace(/\/+$/, '') : undefined
}

/**
 * Uploads a file to a server that keeps it (Blossom, BUD-02): a note has permanent addresses of its media, and ours expire. The
 * address there is the checksum of the file, so a repeat stores nothing twice.
 */
export async function upload(session: Session, medium: ReadableMedia): Promise<UploadedMedium> {
  const server = findMediaServer(session)
  if (server === undefined) throw noServer()
  const sha256 = medium.checksum.replace(/^sha256:/, '')
  const token = buildUploadToken(session, server, sha256)
  const { body } = await exchange(
    session.http,
    {
      method: 'PUT',
      url: `${server}/upload`,
      headers: {
        authorization: `Nostr ${token}`,
        'content-type': medium.mime,
        'content-length': String(medium.bytes),
        'x-sha-256': sha256,
      },
      body: await medium.open(),
      deadlineMs: 300_000,
    },
    {
      secrets: [token],
      classify: ({ status, headers, text }) => {
        const known = REFUSALS.get(status)
        return known && createError(known, { status, message: String(headers['x-reason'] ?? text) })
      },
    },
  )
  const blob = tryRead(BlobDescriptor, body)
  if (blob?.sha256 !== sha256)
    throw new PlatformError('unavailable', 'The media server did not respond as Blossom servers do.', {
      rule: 'nostr.media.server',
      remediation: 'Use another media server.',
    })
  return { url: blob.url, mime: medium.mime, sha256 }
}

/** Builds the token of one upload (BUD-11): valid for this file and server, for one hour. */
function buildUploadToken(session: Session, server: string, sha256: string): string {
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

const OTHER_SERVER = 'Use another media server.'
const FOREIGN_KEY = refuse('media.refused', 'The media server does not take files of this key.', OTHER_SERVER)

/** The statuses of BUD-02. A server's refusal says nothing about the key as such. */
const REFUSALS: ReadonlyMap<number, KnownError> = new Map([
  [401, FOREIGN_KEY],
  [
    402,
    refuse('media.payment', 'The media server wants to be paid.', 'Pay its operator, or use another media server.'),
  ],
  [403, FOREIGN_KEY],
  [413, refuse('media.max_bytes', 'The file is too large for the media server.', 'Use a smaller file.')],
  [415, refuse('media.type', 'The media server does not take files of this type.', 'Use another type.')],
])
