import { Type } from '../../kit/declare/type.ts'
import { getMediaKind } from '../limits.ts'
import { PlatformError } from '../platform-error.ts'
import type { Attempt, CommittedAttempt, Finding, PublishedPost, Publishing } from '../publish.ts'
import type { Json, Session } from '../session.ts'
import { detectFacets, type Facet } from './facets.ts'
import { ResolvedHandle } from './identity.ts'
import { type Upload, uploadAll } from './media.ts'
import type { Options } from './platform.ts'
import { findRecord, POSTS, PostRecord, parseUri } from './records.ts'
import { newTid, toTid } from './tid.ts'
import { Done, getPdsService, procedure, query } from './xrpc.ts'

interface PreparedState {
  /** Found once, so that a repeat publishes the same bytes even when a handle points to another account by then. */
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
    return createPost(session, toTid(attempt.handle), buildPost(attempt))
  },

  find: (session, attempt) => findPost(session, toTid(attempt.handle), buildPost(attempt)),

  unpublish: deletePost,
}

export async function deletePost(session: Session, externalId: string): Promise<void> {
  const { repo, rkey } = parseUri(externalId)
  await procedure(getPdsService(session), 'com.atproto.repo.deleteRecord', {
    schema: Done,
    body: { repo, collection: POSTS, rkey },
  })
}

const CreatedRecord = Type.Object({ uri: Type.String({ minLength: 1 }) })

/** Creates a post. A data server sends a bare 500 when the record key is taken, so after a 500 the record itself is read. */
export async function createPost(session: Session, rkey: string, record: NewPost): Promise<PublishedPost> {
  const repo = session.identity.externalId
  try {
    await procedure(getPdsService(session), 'com.atproto.repo.createRecord', {
      schema: CreatedRecord,
      body: { repo, collection: POSTS, rkey, record },
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
  return toPublished(repo, rkey)
}

async function findPost(session: Session, rkey: string, { text }: NewPost): Promise<Finding> {
  const found = await findRecord(session, { collection: POSTS, rkey, schema: PostRecord })
  if (!found) return { state: 'absent' }
  if (found.value.text !== text)
    return { state: 'failed', rule: 'bluesky.handle.taken', message: 'Another post has this record key already.' }
  return { state: 'published', post: toPublished(session.identity.externalId, rkey) }
}

export function findFacets(session: Session, text: string): Promise<Facet[]> {
  return detectFacets(text, async (handle) => {
    try {
      const { did } = await query(getPdsService(session), 'com.atproto.identity.resolveHandle', {
        schema: ResolvedHandle,
        params: { handle },
      })
      return did
    } catch (error) {
      if (error instanceof PlatformError && error.kind === 'invalid') return undefined
      throw error
    }
  })
}

interface NewPost {
  readonly $type: typeof POSTS
  readonly text: string
  readonly createdAt: string
  readonly [name: string]: Json
}

function buildPost({ draft, createdAt, prepared }: CommittedAttempt<Options, PreparedState>): NewPost {
  const { facets, media } = prepared
  const { langs, tags, labels } = draft.options
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

function buildEmbed({ media, options }: Attempt<Options>['draft'], uploads: readonly Upload[]): Json | undefined {
  const altTexts = options.alt_texts ?? []
  const shown = media.map(({ width, height, altText }, index) => ({
    alt: altTexts[index] ?? altText ?? '',
    ...(width && height && { aspectRatio: { width, height } }),
  }))
  const [first] = media
  if (!first) return undefined
  if (getMediaKind(first) === 'video')
    return { $type: 'app.bsky.embed.video', video: uploads[0]?.blob ?? null, ...shown[0] }
  return {
    $type: 'app.bsky.embed.images',
    images: shown.map((image, index) => ({ image: uploads[index]?.blob ?? null, ...image })),
  }
}

function toPublished(did: string, rkey: string): PublishedPost {
  return { externalId: `at://${did}/${POSTS}/${rkey}`, externalUrl: `https://bsky.app/profile/${did}/post/${rkey}` }
}
