import { getMediaKind } from '../limits.ts'
import { PlatformError } from '../platform-error.ts'
import type { Attempt, CommittedAttempt, Finding, PublishedPost, Publishing } from '../publish.ts'
import type { Json, Session } from '../session.ts'
import { detectFacets, type Facet } from './facets.ts'
import { type Upload, uploadAll } from './media.ts'
import type { Options } from './platform.ts'
import { findRecord, POSTS, readUri } from './records.ts'
import { newTid, toTid } from './tid.ts'
import { type Body, getPdsService, procedure, query } from './xrpc.ts'

interface PreparedState {
  /** Found once: a repeat publishes the same bytes, even when a handle points to another account by then. */
  readonly facets: readonly Facet[]
  readonly media: readonly Upload[]
}

export const publish: Publishing<Options, PreparedState> = {
  newHandle: newTid,
  // The handle is the record key, and two records cannot have the same key.
  handleSeconds: 10 * 365 * 86_400,

  async prepare(session, { draft }, before) {
    const facets = before?.facets ?? (await findFacets(session, draft.text))
    const media = await uploadAll(session, draft.media, before?.media ?? [])
    const isWaiting = media.some(({ blob }) => blob === null)
    return { prepared: { facets, media }, ...(isWaiting && { retryAfterSeconds: 5 }) }
  },

  async mutate(session, attempt) {
    return createPost(session, toTid(attempt.handle), buildPostRecord(attempt))
  },

  find: (session, attempt) => findPost(session, toTid(attempt.handle), buildPostRecord(attempt)),

  async unpublish(session, externalId) {
    const { repo, rkey } = readUri(externalId)
    await procedure(getPdsService(session), 'com.atproto.repo.deleteRecord', {
      body: { repo, collection: POSTS, rkey },
    })
  },
}

/** A data server answers a bare 500 when the record key is taken, so after a 500 the record itself is read. */
export async function createPost(session: Session, rkey: string, record: PostRecord): Promise<PublishedPost> {
  const repo = session.identity.externalId
  try {
    await procedure(getPdsService(session), 'com.atproto.repo.createRecord', {
      body: { repo, collection: POSTS, rkey, record: record as unknown as Json },
      mutates: true,
    })
  } catch (error) {
    if (!(error instanceof PlatformError) || error.platformResponse?.status !== 500) throw error
    // When the record cannot be read, the outcome stays unknown: the first error is thrown.
    const finding = await findPost(session, rkey, record).catch((): Finding => ({ state: 'unknown' }))
    if (finding.state === 'published') return finding.post
    if (finding.state === 'failed') throw new PlatformError('invalid', finding.message, { rule: finding.rule })
    throw error
  }
  return readPublished(repo, rkey)
}

async function findPost(session: Session, rkey: string, record: PostRecord): Promise<Finding> {
  const found = await findRecord(session, POSTS, rkey)
  if (!found) return { state: 'absent' }
  if (found.value?.text !== record.text)
    return { state: 'failed', rule: 'bluesky.handle.taken', message: 'Another post has this record key already.' }
  return { state: 'published', post: readPublished(session.identity.externalId, rkey) }
}

export function findFacets(session: Session, text: string): Promise<Facet[]> {
  return detectFacets(text, async (handle) => {
    try {
      return (await query(getPdsService(session), 'com.atproto.identity.resolveHandle', { handle })).did
    } catch (error) {
      if (error instanceof PlatformError && error.kind === 'invalid') return undefined
      throw error
    }
  })
}

export interface PostRecord {
  readonly $type: typeof POSTS
  readonly text: string
  readonly createdAt: string
  readonly [name: string]: unknown
}

function buildPostRecord({ draft, createdAt, prepared }: CommittedAttempt<Options, PreparedState>): PostRecord {
  const { facets, media } = prepared
  const { langs, tags, labels } = draft.options as { langs?: string[]; tags?: string[]; labels?: string[] }
  const embed = buildEmbed(draft, media)
  return {
    $type: POSTS,
    text: draft.text,
    createdAt: createdAt.toISOString(),
    ...(facets.length > 0 && { facets }),
    ...(langs && { langs }),
    ...(tags && { tags }),
    ...(labels && {
      labels: { $type: 'com.atproto.label.defs#selfLabels', values: labels.map((val) => ({ val })) },
    }),
    ...(embed && { embed }),
  }
}

function buildEmbed({ media, options }: Attempt<Options>['draft'], uploads: readonly Upload[]): Body {
  const altTexts = options.alt_texts ?? []
  const shown = media.map(({ width, height, altText }, index) => ({
    alt: altTexts[index] ?? altText ?? '',
    ...(width && height && { aspectRatio: { width, height } }),
  }))
  const [first] = media
  if (!first) return undefined
  if (getMediaKind(first) === 'video') return { $type: 'app.bsky.embed.video', video: uploads[0]?.blob, ...shown[0] }
  return {
    $type: 'app.bsky.embed.images',
    images: shown.map((image, index) => ({ image: uploads[index]?.blob, ...image })),
  }
}

function readPublished(did: string, rkey: string): PublishedPost {
  return { externalId: `at://${did}/${POSTS}/${rkey}`, externalUrl: `https://bsky.app/profile/${did}/post/${rkey}` }
}
