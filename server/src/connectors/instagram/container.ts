import { Maybe, StringEnum } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { Id } from '../api/response.ts'
import { getMediaKind } from '../limits.ts'
import { buildEdgeSchema, readPage, request } from '../meta/graph.ts'
import { PlatformError } from '../platform-error.ts'
import type { Attempt, ReadableMedia } from '../publish.ts'
import type { Session } from '../session.ts'
import { createAccountGraph, getAccountId } from './account.ts'
import { createError, errors } from './errors.ts'
import { selectPostFormat } from './limits.ts'
import type { Options } from './platform.ts'

/** Media that Instagram has fetched or is fetching. It is published at most once, and lasts a day. */
export type Container = { readonly id: string; readonly isReady: boolean }

type Draft = Attempt<Options>['draft']

const QuotaEdge = buildEdgeSchema(
  Type.Object({
    quota_usage: Maybe(Type.Unknown()),
    config: Maybe(Type.Object({ quota_total: Maybe(Type.Unknown()) })),
  }),
)

/** The response to a request that creates a container or a post. */
export const Created = Type.Object({ id: Id })

const Status = Type.Object({
  status_code: StringEnum(['IN_PROGRESS', 'FINISHED', 'PUBLISHED', 'ERROR', 'EXPIRED']),
  status: Maybe(Type.String()),
})

/** Throws if the account has used its quota of posts in 24 hours, which differs between accounts. */
export async function assertQuota(session: Session): Promise<void> {
  const { data } = await readPage(createAccountGraph(session), `${getAccountId(session)}/content_publishing_limit`, {
    schema: QuotaEdge,
    query: { fields: 'quota_usage,config' },
  })
  const used = Number(data[0]?.quota_usage)
  if (!(used >= Number(data[0]?.config?.quota_total))) return
  throw new PlatformError('rate_limited', `The account has published ${used} times in 24 hours, as often as it may.`, {
    rule: 'instagram.rate.posts',
    // The limit applies to the last 24 hours: within an hour or so some earlier posts no longer count.
    retryAfterSeconds: 3600,
  })
}

/** Creates the container of one image or video of a carousel. */
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
  const format = selectPostFormat(draft)
  if (format === 'carousel')
    return create(session, { media_type: 'CAROUSEL', children: items.map(({ id }) => id).join(','), ...caption })
  const source = await buildMediaSource(draft.media[0] as ReadableMedia)
  if (format === 'story') return create(session, { ...source, media_type: 'STORIES' })
  return create(
    session,
    format === 'reel' ? { ...source, ...caption, media_type: 'REELS', share_to_feed } : { ...source, ...caption },
  )
}

/** Instagram fetches media from this server. Only images can have an alternative text. */
async function buildMediaSource(medium: ReadableMedia) {
  const url = await medium.publicUrl()
  if (getMediaKind(medium) === 'video') return { video_url: url }
  return { image_url: url, alt_text: medium.altText?.slice(0, 1000) || undefined }
}

async function create(session: Session, form: Record<string, string | boolean | undefined>): Promise<Container> {
  const path = `${getAccountId(session)}/media`
  const { id } = await request(createAccountGraph(session), 'POST', path, { schema: Created, form })
  return { id: String(id), isReady: false }
}

export async function readStatus(session: Session, id: string) {
  const query = { fields: 'status_code,status' }
  const { status_code, status } = await request(createAccountGraph(session), 'GET', id, { schema: Status, query })
  return { code: status_code, status: status ?? '' }
}

/** Reads the state of a container again; undefined if Instagram has deleted it. Throws if Instagram cannot use the media. */
export async function refresh(session: Session, container: Container): Promise<Container | undefined> {
  if (container.isReady) return container
  const { code, status } = await readStatus(session, container.id)
  if (code === 'EXPIRED') return undefined
  if (code === 'ERROR') throw createProcessingError(status)
  return { ...container, isReady: code !== 'IN_PROGRESS' }
}

/** Builds the error of a status, whose text has the subcode: "Error: Media upload has failed with error code 2207026". */
export function createProcessingError(status: string): PlatformError {
  const subcode = /\b22\d{5}\b/.exec(status)?.[0]
  const known = subcode === undefined ? undefined : errors[`*/${subcode}`]
  return createError(
    {
      kind: 'invalid',
      rule: known?.rule ?? 'media.processing',
      message: known?.message ?? (status || 'Instagram could not process the media.'),
      remediation: known?.remediation ?? 'Convert the file and try again.',
    },
    { ...(subcode !== undefined && { code: subcode }), message: status },
  )
}
