import type { Static } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { AnyBody, Id } from '../api/response.ts'
import { getMediaKind } from '../limits.ts'
import type { Attempt, CommittedAttempt, Finding, PublishedPost, Publishing } from '../publish.ts'
import type { Json, Session } from '../session.ts'
import { buildPageSchema, listPages, request } from './client.ts'
import { hasRule } from './errors.ts'
import { type Upload, uploadOrCheck } from './media.ts'
import type { Options } from './platform.ts'

type Pin = Static<typeof Pin>
const Pin = Type.Object({
  id: Id,
  created_at: Maybe(Type.String()),
  board_id: Maybe(Type.String()),
  board_section_id: Maybe(Type.String()),
  title: Maybe(Type.String()),
  description: Maybe(Type.String()),
  alt_text: Maybe(Type.String()),
  link: Maybe(Type.String()),
  media: Maybe(Type.Object({ media_type: Maybe(Type.String()), items: Maybe(Type.Array(Type.Unknown())) })),
})

const PinPage = buildPageSchema(Pin)

interface PreparedState {
  readonly video: Upload | null
}

const POLL_SECONDS = 10
/** How far the clocks of Pinterest and of this server may differ. */
const CLOCK_SKEW_MS = 60_000
/** 1000 pins: more are not made on one board while an answer is missing. */
const PAGES_MAX = 4

export const publish: Publishing<Options, PreparedState> = {
  handleSeconds: 0,

  async prepare(session, { draft }, before) {
    const film = draft.media.find((medium) => getMediaKind(medium) === 'video')
    const known = before?.video ?? null
    const video = film ? await uploadOrCheck(session, film, known) : null
    const isWaiting = video !== null && !video.isReady
    return { prepared: { video }, ...(isWaiting && { retryAfterSeconds: POLL_SECONDS }) }
  },

  async mutate(session, attempt) {
    const pin = await request(session, 'POST', '/pins', {
      schema: Pin,
      body: { ...buildPinFields(session, attempt), media_source: await buildMediaSource(attempt) },
      mutates: true,
    })
    return readPublished(pin)
  },

  /** Pinterest has no key for requests: a pin is ours when every field that we sent is in it. */
  async find(session, attempt): Promise<Finding> {
    const { board_section_id: section } = attempt.draft.options
    const board = `/boards/${session.entity.externalId}`
    const path = section === undefined ? `${board}/pins` : `${board}/sections/${section}/pins`
    const since = attempt.intentAt.getTime() - CLOCK_SKEW_MS
    for await (const { items, isEnd } of listPages(session, path, PinPage, PAGES_MAX)) {
      const recent = items.filter((pin) => createdAt(pin) >= since)
      // Oldest first: with equal pins, ours is the first one after the intent.
      for (const pin of recent.toSorted((a, b) => createdAt(a) - createdAt(b)))
        if (isSame(session, attempt, pin) && !(await attempt.belongsToOtherTarget?.(String(pin.id))))
          return { state: 'published', post: readPublished(pin) }
      if (isEnd || recent.length === 0) return { state: 'absent' }
    }
    return { state: 'unknown' }
  },

  async unpublish(session, externalId) {
    try {
      await request(session, 'DELETE', `/pins/${encodeURIComponent(externalId)}`, { schema: AnyBody })
    } catch (error) {
      if (!hasRule(error, 'pin.not_found', 'not_found')) throw error
    }
  },
}

function buildPinFields({ entity }: Session, { draft }: Attempt<Options>) {
  const { title, link, alt_text, board_section_id } = draft.options
  const alt = alt_text ?? draft.media[0]?.altText ?? ''
  return {
    board_id: entity.externalId,
    ...(board_section_id !== undefined && { board_section_id }),
    ...(title !== undefined && { title }),
    ...(draft.text !== '' && { description: draft.text }),
    ...(link !== undefined && { link }),
    ...(alt !== '' && { alt_text: alt.slice(0, 500) }),
  }
}

async function buildMediaSource({ draft, prepared }: CommittedAttempt<Options, PreparedState>): Promise<Json> {
  const { video } = prepared
  const { cover_image_url, cover_image_key_frame_time = 0 } = draft.options
  if (video)
    return {
      source_type: 'video_id',
      media_id: video.id,
      ...(cover_image_url === undefined ? { cover_image_key_frame_time } : { cover_image_url }),
    }
  const urls = await Promise.all(draft.media.map((medium) => medium.publicUrl()))
  return urls.length === 1
    ? { source_type: 'image_url', url: urls[0] ?? '' }
    : { source_type: 'multiple_image_urls', items: urls.map((url) => ({ url })) }
}

function isSame(session: Session, attempt: CommittedAttempt<Options, PreparedState>, pin: Pin): boolean {
  const sent: Record<string, string | undefined> = buildPinFields(session, attempt)
  const names = ['board_id', 'board_section_id', 'title', 'description', 'alt_text'] as const
  const { media } = attempt.draft
  const type = attempt.prepared.video ? 'video' : media.length > 1 ? 'multiple_images' : 'image'
  return (
    names.every((name) => normalize(sent[name]) === normalize(pin[name])) &&
    normalizeLink(sent['link']) === normalizeLink(pin.link) &&
    pin.media?.media_type === type &&
    (type !== 'multiple_images' || pin.media?.items?.length === media.length)
  )
}

const normalize = (text: unknown) => (typeof text === 'string' ? text.replaceAll('\r\n', '\n').trim() : '')
const normalizeLink = (link: unknown) => (typeof link === 'string' ? (URL.parse(link)?.href ?? link) : '')

/** Pinterest writes times of UTC, often without saying so. */
function createdAt({ created_at }: Pin): number {
  const text = String(created_at)
  return Date.parse(/Z$|[+-]\d\d:?\d\d$/.test(text) ? text : `${text}Z`) || 0
}

function readPublished({ id }: Pin): PublishedPost {
  return { externalId: String(id), externalUrl: `https://www.pinterest.com/pin/${id}/` }
}
