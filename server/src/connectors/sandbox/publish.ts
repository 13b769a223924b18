import type { Static } from 'typebox'
import { StringEnum } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import type { Attempt, PublishedPost, Publishing } from '../publish.ts'
import { buildItemPath, hasRule, remove, request } from './client.ts'
import type { Options } from './platform.ts'

const Upload = Type.Object({ id: Type.String() })
const Post = Type.Object({ id: Type.String(), url: Type.String(), status: StringEnum(['live', 'processing']) })
const PostList = Type.Object({ posts: Type.Array(Post) })

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
      const { id } = await request(session, 'POST', '/media', { schema: Upload, token: session.tokens.access, body })
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
      options: attempt.draft.options,
      fault: selectFault(attempt),
    }
    const options = { schema: Post, token: session.tokens.access, body, mutates: true }
    return readPost(await request(session, 'POST', '/posts', options))
  },

  async find(session, { handle }) {
    const query = { entity_id: session.entity.externalId, handle }
    const options = { schema: PostList, token: session.tokens.access, query }
    const [post] = (await request(session, 'GET', '/posts', options)).posts
    if (!post) return { state: 'absent' }
    if (post.status === 'processing') return { state: 'processing' }
    return { state: 'published', post: readPost(post) }
  },

  async unpublish(session, externalId) {
    try {
      await remove(session, buildItemPath('posts', externalId), {})
    } catch (error) {
      if (!hasRule(error, 'no_such_post')) throw error
    }
  },
}

/** `fail_upload` applies to the upload, every other fault to the post. */
function selectFault({ draft }: Attempt<Options>, only?: string): string | null {
  const fault = draft.options.fault ?? null
  if (only !== undefined) return fault === only ? 'fail_before' : null
  return fault === 'fail_upload' ? null : fault
}

function readPost({ id, url, status }: Static<typeof Post>): PublishedPost {
  return { externalId: id, externalUrl: url, ...(status === 'processing' && { isProcessing: true }) }
}
