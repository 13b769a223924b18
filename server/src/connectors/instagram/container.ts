import { getMediaKind } from '../limits.ts'
import { type Body, readPage, request } from '../meta/graph.ts'
import { PlatformError } from '../platform-error.ts'
import type { Attempt, ReadableMedia } from '../publish.ts'
import type { Session } from '../session.ts'
import { createAccountGraph, getAccountId } from './account.ts'
import { errors } from './errors.ts'
import { selectPostFormat } from './limits.ts'
import type { Options } from './platform.ts'

/** Media that Instagram has fetched or is fetching. It is published at most once, and lasts a day. */
export type Container = { readonly id: string; readonly isReady: boolean }

type Draft = Attempt<Options>['draft']

/** The account may publish only so often in a day; the number differs, so it is asked for. */
export async function assertQuota(session: Session): Promise<void> {
  const query = { fields: 'quota_usage,config' }
  const { data } = await readPage(createAccountGraph(session), `${getAccountId(session)}/content_publishing_limit`, {
    query,
  })
  const { quota_usage: used, config } = data[0] ?? {}
  if (!(Number(used) >= Number(config?.quota_total))) return
  throw new PlatformError('rate_limited', `The account has published ${used} times in 24 hours, as often as it may.`, {
    rule: 'instagram.rate.posts',
    // The limit is of the last 24 hours: some of it is free again within an hour or so.
    retryAfterSeconds: 3600,
  })
}

/** One of the images or videos of a carousel. */
export async function createItem(session: Session, medium: ReadableMedia): Promise<Container> {
  const isVideo = getMediaKind(medium) === 'video'
  return create(session, {
    ...(await buildMediaSource(medium)),
    ...(isVideo && { media_type: 'VIDEO' }),
    is_carousel_item: true,
  })
}

export async function createPost(session: Session, draft: Draft, items: readonly Container[]): Promise<Container> {
  const { share_to_feed, collaborators } = draft.options
  const caption = {
    caption: draft.text,
    collaborators: collaborators && JSON.stringify(collaborators),
  }
  const form = selectPostFormat(draft)
  if (form === 'carousel')
    return create(session, { media_type: 'CAROUSEL', children: items.map(({ id }) => id).join(','), ...caption })
  const source = await buildMediaSource(draft.media[0] as ReadableMedia)
  if (form === 'story') return create(session, { ...source, media_type: 'STORIES' })
  return create(
    session,
    form === 'reel' ? { ...source, ...caption, media_type: 'REELS', share_to_feed } : { ...source, ...caption },
  )
}

/** Instagram fetches media from this server. Only images can have an alternative text. */
async function buildMediaSource(medium: ReadableMedia) {
  const url = await medium.publicUrl()
  if (getMediaKind(medium) === 'video') return { video_url: url }
  return { image_url: url, alt_text: medium.altText?.slice(0, 1000) || undefined }
}

async function create(session: Session, form: Record<string, string | boolean | undefined>): Promise<Container> {
  const made = await request(createAccountGraph(session), 'POST', `${getAccountId(session)}/media`, { form })
  if (made.id === undefined) throw new PlatformError('unavailable', 'Instagram answered without the id of the media.')
  return { id: String(made.id), isReady: false }
}

export type ContainerStatus = 'IN_PROGRESS' | 'FINISHED' | 'PUBLISHED' | 'ERROR' | 'EXPIRED'

export async function readStatus(session: Session, id: string): Promise<{ code: ContainerStatus; status: string }> {
  const query = { fields: 'status_code,status' }
  const { status_code, status }: Body = await request(createAccountGraph(session), 'GET', id, { query })
  return { code: status_code, status: String(status ?? '') }
}

/** Undefined when Instagram has deleted it. Throws when Instagram cannot use the media. */
export async function refresh(session: Session, container: Container): Promise<Container | undefined> {
  if (container.isReady) return container
  const { code, status } = await readStatus(session, container.id)
  if (code === 'EXPIRED') return undefined
  if (code === 'ERROR') throw processingError(status)
  return { ...container, isReady: code !== 'IN_PROGRESS' }
}

/** `status` has the subcode in its text: "Error: Media upload has failed with error code 2207026". */
export function processingError(status: string): PlatformError {
  const subcode = /\b22\d{5}\b/.exec(status)?.[0]
  const known = subcode === undefined ? undefined : errors[`*/${subcode}`]
  return new PlatformError('invalid', known?.message ?? (status || 'Instagram could not process the media.'), {
    rule: `instagram.${known?.rule ?? 'media.processing'}`,
    remediation: known?.remediation ?? 'Convert the file and try again.',
    platformResponse: { ...(subcode !== undefined && { code: subcode }), message: status.slice(0, 300) },
  })
}
