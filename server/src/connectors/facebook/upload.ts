import { Readable } from 'node:stream'
import { type Body, buildGraphUrl, request, send } from '../meta/graph.ts'
import { formWithFile, uploadDeadlineMs } from '../multipart.ts'
import { PlatformError } from '../platform-error.ts'
import type { ReadableMedia } from '../publish.ts'
import type { Session } from '../session.ts'
import { createPageGraph, getPageId } from './page.ts'

/** A photo that no post shows yet. */
export type Photo = { readonly id: string; readonly checksum: string }

/** A video whose bytes Facebook has. It is published by `finish`. */
export type Video = {
  readonly id: string
  readonly kind: 'video' | 'reel'
  readonly checksum: string
  /** Of a video: what `finish` names it by. */
  readonly session: string
}

export async function uploadPhoto(session: Session, medium: ReadableMedia): Promise<Photo> {
  const graph = createPageGraph(session)
  const fields: [string, string][] = [['published', 'false']]
  if (medium.altText) fields.push(['alt_text_custom', medium.altText])
  const url = buildGraphUrl(graph, `${getPageId(session)}/photos`)
  const { body } = await send(graph, await formWithFile(url, { fields, file: 'source', medium }))
  return { id: readUploadId(body?.id), checksum: medium.checksum }
}

/** Opens a session, then sends the parts that Facebook asks for: each answer names the next one. */
export async function uploadVideo(session: Session, medium: ReadableMedia): Promise<Video> {
  const graph = { ...createPageGraph(session), origin: 'https://graph-video.facebook.com' }
  const path = `${getPageId(session)}/videos`
  const started = await request(graph, 'POST', path, { form: { upload_phase: 'start', file_size: medium.bytes } })
  const video = { id: readUploadId(started.video_id), session: readUploadId(started.upload_session_id) }
  const bytes = takeFrom(await medium.open())
  let { from, to } = readUploadRange(started)
  while (from < to) {
    const fields: [string, string][] = [
      ['upload_phase', 'transfer'],
      ['upload_session_id', video.session],
      ['start_offset', String(from)],
    ]
    const length = to - from
    const part = { ...medium, bytes: length, open: async () => Readable.from(bytes(length)) }
    const form = { fields, file: 'video_file_chunk', medium: part }
    const { body } = await send(graph, await formWithFile(buildGraphUrl(graph, path), form))
    const next = readUploadRange(body)
    if (next.from !== to) throw new PlatformError('unavailable', 'Facebook asks for another part of the video.')
    ;({ from, to } = next)
  }
  return { ...video, kind: 'video', checksum: medium.checksum }
}

export async function uploadReel(session: Session, medium: ReadableMedia): Promise<Video> {
  const graph = createPageGraph(session)
  const started = await request(graph, 'POST', `${getPageId(session)}/video_reels`, { form: { upload_phase: 'start' } })
  const id = readUploadId(started.video_id)
  const { token, ...rest } = graph
  await send(
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
    { secrets: [token] },
  )
  return { id, session: '', kind: 'reel', checksum: medium.checksum }
}

function readUploadId(id: unknown): string {
  if (typeof id === 'string' || typeof id === 'number') return String(id)
  throw new PlatformError('unavailable', 'Facebook answered without an id.')
}

function readUploadRange({ start_offset, end_offset }: Body): { from: number; to: number } {
  return { from: Number(start_offset), to: Number(end_offset) }
}

/** Reads a stream in parts: each call continues where the one before ended. */
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
