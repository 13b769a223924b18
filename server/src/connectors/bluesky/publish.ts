import { PlatformError } from '../failure.ts'
import { kindOf } from '../limits.ts'
import type { Attempt, CommittedAttempt, Finding, Published, Publishing } from '../publish.ts'
import type { Json, Session } from '../session.ts'
import { detectFacets, type Facet } from './facets.ts'
import { type Upload, uploadAll } from './media.ts'
import { newTid, tidOf } from './tid.ts'
import { type Body, doorOf, procedure, query } from './xrpc.ts'

export const POSTS = 'app.bsky.feed.post'

interface Prepared {
  /** Found once: a repeat publishes the same bytes, whatever handles point to by then. */
  readonly facets: readonly Facet[]
  readonly media: readonly Upload[]
}

export const publish: Publishing = {
  newHandle: newTid,
  // A record key is taken for ever.
  handleSeconds: 10 * 365 * 86_400,

  async prepare(session, { draft }, before) {
    const known = before as unknown as Prepared | null
    const facets = known?.facets ?? (await findFacets(session, draft.text))
    const media = await uploadAll(session, draft.media, known?.media ?? [])
    const isWaiting = media.some(({ blob }) => blob === null)
    return { prepared: { facets, media } as unknown as Json, ...(isWaiting && { retryAfterSeconds: 5 }) }
  },

  async mutate(session, attempt) {
    return createPost(session, tidOf(attempt.handle), recordOf(attempt))
  },

  find: (session, attempt) => findPost(session, tidOf(attempt.handle), recordOf(attempt)),

  async unpublish(session, externalId) {
    const { repo, rkey } = readUri(externalId)
    await procedure(doorOf(session), 'com.atproto.repo.deleteRecord', { body: { repo, collection: POSTS, rkey } })
  },
}

/** To create what is there already is an error without a name, so that the record itself is asked for then. */
export async function createPost(session: Session, rkey: string, record: PostRecord): Promise<Published> {
  const repo = session.identity.externalId
  try {
    await procedure(doorOf(session), 'com.atproto.repo.createRecord', {
      body: { repo, collection: POSTS, rkey, record: record as unknown as Json },
      mutates: true,
    })
  } catch (error) {
    if (!(error instanceof PlatformError) || error.platformResponse?.status !== 500) throw error
    // Whatever goes wrong with the question says nothing of the post: what was not known before is not known now.
    const finding = await findPost(session, rkey, record).catch((): Finding => ({ state: 'unknown' }))
    if (finding.state === 'published') return finding.post
    if (finding.state === 'failed') throw new PlatformError('invalid', finding.message, { rule: finding.rule })
    throw error
  }
  return readPublished(repo, rkey)
}

async function findPost(session: Session, rkey: string, record: PostRecord): Promise<Finding> {
  const repo = session.identity.externalId
  let found: Body
  try {
    found = await query(doorOf(session), 'com.atproto.repo.getRecord', { repo, collection: POSTS, rkey })
  } catch (error) {
    if (error instanceof PlatformError && error.rule === 'bluesky.record_not_found') return { state: 'absent' }
    throw error
  }
  if (found.value?.text !== record.text)
    return { state: 'failed', rule: 'bluesky.handle.taken', message: 'Another post stands at this place already.' }
  return { state: 'published', post: readPublished(repo, rkey) }
}

export function readUri(uri: string): { repo: string; rkey: string } {
  const [repo = '', , rkey = ''] = uri.replace('at://', '').split('/')
  return { repo, rkey }
}

export function findFacets(session: Session, text: string): Promise<Facet[]> {
  return detectFacets(text, async (handle) => {
    try {
      return (await query(doorOf(session), 'com.atproto.identity.resolveHandle', { handle })).did
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

function recordOf({ draft, createdAt, prepared }: CommittedAttempt): PostRecord {
  const { facets, media } = prepared as unknown as Prepared
  const { langs, tags, labels } = draft.options as { langs?: string[]; tags?: string[]; labels?: string[] }
  const embed = embedOf(draft, media)
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

function embedOf({ media, options }: Attempt['draft'], uploads: readonly Upload[]): Body {
  const texts = (options['alt_texts'] as string[] | undefined) ?? []
  const shown = media.map(({ width, height, altText }, index) => ({
    alt: texts[index] ?? altText ?? '',
    ...(width && height && { aspectRatio: { width, height } }),
  }))
  const [first] = media
  if (!first) return undefined
  if (kindOf(first) === 'video') return { $type: 'app.bsky.embed.video', video: uploads[0]?.blob, ...shown[0] }
  return {
    $type: 'app.bsky.embed.images',
    images: shown.map((image, index) => ({ image: uploads[index]?.blob, ...image })),
  }
}

function readPublished(did: string, rkey: string): Published {
  return { externalId: `at://${did}/${POSTS}/${rkey}`, externalUrl: `https://bsky.app/profile/${did}/post/${rkey}` }
}
