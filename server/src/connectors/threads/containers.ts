import type { Static } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { Id, UnexpectedResponse } from '../api/response.ts'
import { getMediaKind } from '../limits.ts'
import { request } from '../meta/graph.ts'
import { PlatformError } from '../platform-error.ts'
import type { Attempt, ReadableMedia } from '../publish.ts'
import type { Session } from '../session.ts'
import { createGraph } from './graph.ts'
import type { Options } from './platform.ts'

const Created = Type.Object({ id: Id })

/** `status` is `IN_PROGRESS`, `FINISHED`, `PUBLISHED`, `EXPIRED` or `ERROR`. */
export type Container = Static<typeof Container>
const Container = Type.Object({ status: Type.String(), error_message: Maybe(Type.String()) })

export function readContainer(session: Session, id: string): Promise<Container> {
  return request(createGraph(session), 'GET', id, { schema: Container, query: { fields: 'status,error_message' } })
}

type Form = Readonly<Record<string, string | boolean | undefined>>

/** Creates a container, which is not visible to anyone: creating it again does no harm. */
async function createContainer(session: Session, form: Form): Promise<string> {
  const path = `${session.entity.externalId}/threads`
  return String((await request(createGraph(session), 'POST', path, { schema: Created, form })).id)
}

/** Creates the containers of a carousel's media; none for a post with fewer than two. */
export async function createItems(session: Session, attempt: Attempt<Options>): Promise<string[]> {
  const { media } = attempt.draft
  const items: string[] = []
  if (media.length > 1)
    for (const [index, medium] of media.entries()) {
      const form = await buildMediumForm(medium)
      const options = { alt_text: findAltText(attempt, index), is_carousel_item: true }
      items.push(await createContainer(session, { ...form, ...options }))
    }
  return items
}

/** Creates the container of a post with a text, one medium, or the items of a carousel. */
export async function createPost(
  session: Session,
  attempt: Attempt<Options>,
  items: readonly string[],
): Promise<string> {
  const { text, media, options } = attempt.draft
  const { reply_control, topic_tag, link_attachment, quote_post_id, enable_reply_approvals } = options
  const [medium] = media
  const content =
    items.length > 0
      ? { media_type: 'CAROUSEL', children: items.join(',') }
      : medium
        ? { ...(await buildMediumForm(medium)), alt_text: findAltText(attempt, 0) }
        : { media_type: 'TEXT', link_attachment }
  return createContainer(session, {
    ...content,
    text: text === '' ? undefined : text,
    reply_control,
    topic_tag,
    quote_post_id,
    enable_reply_approvals,
  })
}

export function createReply(session: Session, replyToId: string, text: string): Promise<string> {
  return createContainer(session, { media_type: 'TEXT', text, reply_to_id: replyToId })
}

async function buildMediumForm(medium: ReadableMedia): Promise<Form> {
  const url = await medium.publicUrl()
  return getMediaKind(medium) === 'video'
    ? { media_type: 'VIDEO', video_url: url }
    : { media_type: 'IMAGE', image_url: url }
}

function findAltText({ draft }: Attempt<Options>, index: number): string | undefined {
  const { alt_texts = [] } = draft.options
  return alt_texts[index] || draft.media[index]?.altText?.slice(0, 1000) || undefined
}

/**
 * Publishes a container and returns the id of the post. Instagram was seen to send an error after it had published (4/2207051), so
 * a refusal is trusted only if the container is not published.
 */
export async function publishContainer(session: Session, container: string): Promise<string> {
  const path = `${session.entity.externalId}/threads_publish`
  const form = { creation_id: container }
  try {
    return String((await request(createGraph(session), 'POST', path, { schema: Created, form, mutates: true })).id)
  } catch (error) {
    if (!(error instanceof PlatformError) || error.kind === 'ambiguous' || error.kind === 'auth') throw error
    if (!(await mayBePublished(session, container))) throw error
    throw new PlatformError('ambiguous', `Threads answered an error and may have published: ${error.message}`, {
      ...(error.platformResponse && { platformResponse: error.platformResponse }),
      cause: error,
    })
  }
}

async function mayBePublished(session: Session, container: string): Promise<boolean> {
  try {
    const { status } = await readContainer(session, container)
    return status === 'PUBLISHED' || status === 'IN_PROGRESS'
  } catch (error) {
    return error instanceof UnexpectedResponse
  }
}
