import type { PlatformResponse } from '../exchange.ts'
import { PlatformError } from '../platform-error.ts'
import type { Attempt, PublishedPost, Publishing } from '../publish.ts'
import type { Json, Session } from '../session.ts'
import { request } from './client.ts'
import type { Options } from './platform.ts'

export const publish: Publishing<Options, { readonly media: readonly string[] }> = {
  handleSeconds: 3600,

  async prepare(session, attempt, before) {
    const media = [...(before?.media ?? [])]
    for (const medium of attempt.draft.media.slice(media.length)) {
      const body = {
        entity_id: session.entity.externalId,
        mime: medium.mime,
        bytes: medium.bytes,
        checksum: medium.checksum,
        alt_text: medium.altText,
        handle: attempt.handle,
        fault: selectFault(attempt, 'fail_upload'),
      }
      const { id } = await request(session, 'POST', '/media', { token: session.tokens.access, body })
      media.push(id)
    }
    return { prepared: { media } }
  },

  async mutate(session, attempt) {
    const { media } = attempt.prepared
    const body = {
      entity_id: session.entity.externalId,
      text: attempt.draft.text,
      media,
      handle: attempt.handle,
      created_at: attempt.createdAt.toISOString(),
      options: attempt.draft.options as Json,
      fault: selectFault(attempt),
    }
    return readPost(await request(session, 'POST', '/posts', { token: session.tokens.access, body, mutates: true }))
  },

  async find(session, { handle }) {
    const { posts } = await listPosts(session, { handle })
    const post = posts[0]
    if (!post) return { state: 'absent' }
    if (post.status === 'processing') return { state: 'processing' }
    return { state: 'published', post: readPost(post) }
  },

  async unpublish(session, externalId) {
    try {
      await request(session, 'DELETE', `/posts/${encodeURIComponent(externalId)}`, { token: session.tokens.access })
    } catch (error) {
      if (!(error instanceof PlatformError) || error.rule !== 'sandbox.no_such_post') throw error
    }
  },
}

function listPosts(session: Session, query: Record<string, string>): Promise<PlatformResponse['body']> {
  const { entity, tokens } = session
  return request(session, 'GET', '/posts', { token: tokens.access, query: { entity_id: entity.externalId, ...query } })
}

/** `fail_upload` is for the upload, every other fault for the post. */
function selectFault({ draft }: Attempt<Options>, only?: string): string | null {
  const fault = draft.options.fault ?? null
  if (only !== undefined) return fault === only ? 'fail_before' : null
  return fault === 'fail_upload' ? null : fault
}

function readPost({ id, url, status }: PlatformResponse['body']): PublishedPost {
  return { externalId: id, externalUrl: url, ...(status === 'processing' && { isProcessing: true }) }
}
