import { Readable } from 'node:stream'
import type { Static } from 'typebox'
import { Type } from '../../kit/declare/type.ts'
import { formWithFile, uploadDeadlineMs } from '../api/multipart.ts'
import { AnyBody, Id } from '../api/response.ts'
import { buildGraphUrl, request, sendForJson } from '../meta/graph.ts'
import { PlatformError } from '../platform-error.ts'
import type { ReadableMedia } from '../publish.ts'
import type { Session } from '../session.ts'
import { createPageGraph, getPageId } from './page.ts'

/** The uploads of a post, stored between the steps of publishing. */
export interface PreparedState {
  readonly photos: readonly Photo[]
  readonly video: Video | null
}

/** A photo that no post shows yet. */
export type Photo = { readonly id: string; readonly checksum: string }

/** An uploaded video, which the phase `finish` publishes. */
export type Video = {
  readonly id: string
  readonly kind: 'video' | 'reel'
  readonly checksum: string
  /** The id of the upload session, by which `finish` names the video; empty for a reel. */
  readonly session: string
}

const Offset = Type.Union([Type.String({ pattern: '^\\d+$' }), Type.Integer({ minimum: 0 })])
const offsets = { start_offset: Offset, end_offset: Offset }

const UploadedPhoto = Type.Object({ id: Id })
const VideoRange = Type.Object(offsets)
const VideoStart = Type.Object({ ...offsets, video_id: Id, upload_session_id: Id })
const ReelStart = Type.Object({ video_id: Id })

export async function uploadPhoto(session: Session, medium: ReadableMedia): Promise<Photo> {
  const graph = createPageGraph(session)
  const fields: [string, string][] = [['published', 'false']]
  if (medium.altText) fields.push(['alt_text_custom', medium.altText])
  const url = buildGraphUrl(graph, `${getPageId(session)}/photos`)
  const form = await formWithFile(url, { fields, file: 'source', medium })
  const { id } = await sendForJson(graph, form, { schema: UploadedPhoto })
  return { id: String(id), checksum: medium.checksum }
}

/** Opens a session, then sends the parts that Facebook requests: each response names the next one. */
export async function uploadVideo(session: Session, medium: ReadableMedia): Promise<Video> {
  const graph = { ...createPageGraph(session), origin: 'https://graph-video.facebook.com' }
  const path = `${getPageId(session)}/videos`
  const start = await request(graph, 'POST', path, {
    schema: VideoStart,
    form: { upload_phase: 'start', file_size: medium.bytes },
  })
  const video = { id: String(start.video_id), session: String(start.upload_session_id) }
  const bytes = takeFrom(await medium.open())
  let { from, to } = readRange(start)
  while (from < to) {
    const fields: [string, string][] = [
      ['upload_phase', 'transfer'],
      ['upload_session_id', video.session],
      ['start_offset', String(from)],
    ]
    const length = to - from
    const part = { ...medium, bytes: length, open: async () => Readable.from(bytes(length)) }
    const form = await formWithFile(buildGraphUrl(graph, path), { fields, file: 'video_file_chunk', medium: part })
    const next = readRange(await sendForJson(graph, form, { schema: VideoRange }))
    if (next.from !== to) throw new PlatformError('unavailable', 'Facebook asks for another part of the video.')
    ;({ from, to } = next)
  }
  return { ...video, kind: 'video', checksum: medium.checksum }
}

export async function uploadReel(session: Session, medium: ReadableMedia): Promise<Video> {
  const graph = createPageGraph(session)
  const start = await request(graph, 'POST', `${getPageId(session)}/video_reels`, {
    schema: ReelStart,
    form: { upload_phase: 'start' },
  })
  const id = String(start.video_id)
  const { token, ...rest } = graph
  await sendForJson(
    rest,
    {
      method: 'POST',
      url: `https://rupload.facebook.com/video-upload/${graph.version}/${id}`,
      headers: {
        authorization: `OAuth ${token}`,
        offset: '0',
        file_size: String(medium.bytes),
        'content-type': 'application/octet-stream',
        'content-length': String(medium.bytes),
      },
      body: await medium.open(),
      deadlineMs: uploadDeadlineMs(medium.bytes),
    },
    { schema: AnyBody, secrets: [token] },
  )
  return { id, session: '', kind: 'reel', checksum: medium.checksum }
}

function readRange({ start_offset, end_offset }: Static<typeof VideoRange>): { from: number; to: number } {
  return { from: Number(start_offset), to: Number(end_offset) }
}

/** Reads a stream in parts: each call continues at the end of the previous part. */
function takeFrom(stream: AsyncIterable<Uint8Array>): (length: number) => AsyncIterable<Uint8Array> {
  const iterator = stream[Symbol.asyncIterator]()
  let rest: Uint8Array = new Uint8Array()
  return async function* take(length) {
    let left = length
    while (left > 0) {
      if (rest.length === 0) {
        const { value, done } = await iterator.next()
        if (done) return
        rest = value
      }
      const part = rest.subarray(0, left)
      rest = rest.subarray(part.length)
      left -= part.length
      yield part
    }
  }
}
