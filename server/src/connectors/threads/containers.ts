import { getMediaKind } from '../limits.ts'
import type { Attempt, ReadableMedia } from '../publish.ts'
import type { Session } from '../session.ts'
import { request } from './graph.ts'
import type { Options } from './platform.ts'

export interface ContainerStatus {
  readonly status: string
  readonly reason: string
}

export async function readContainer(session: Session, id: string): Promise<ContainerStatus> {
  const { status, error_message } = await request(session, 'GET', id, { query: { fields: 'status,error_message' } })
  return { status: String(status ?? ''), reason: String(error_message ?? '') }
}

type Form = Readonly<Record<string, string | boolean | undefined>>

/** A container shows nothing: it may be made as often as needed. */
async function createContainer(session: Session, form: Form): Promise<string> {
  const { id } = await request(session, 'POST', `${session.entity.externalId}/threads`, { form })
  return String(id)
}

/** One of several media of a post. */
export async function createItem(session: Session, attempt: Attempt<Options>, index: number): Promise<string> {
  const medium = attempt.draft.media[index] as ReadableMedia
  const form = { ...(await mediumForm(medium)), alt_text: readAltText(attempt, index), is_carousel_item: true }
  return createContainer(session, form)
}

/** The post itself: a text, one medium, or several that are made already. */
export async function createPost(
  session: Session,
  attempt: Attempt<Options>,
  items: readonly string[],
): Promise<string> {
  const { text, media, options } = attempt.draft
  const { reply_control, topic_tag, link_attachment, quote_post_id, enable_reply_approvals } = options
  const [medium] = media
  const shown =
    items.length > 0
      ? { media_type: 'CAROUSEL', children: items.join(',') }
      : medium
        ? { ...(await mediumForm(medium)), alt_text: readAltText(attempt, 0) }
        : { media_type: 'TEXT', link_attachment }
  return createContainer(session, {
    ...shown,
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

async function mediumForm(medium: ReadableMedia): Promise<Form> {
  const url = await medium.publicUrl()
  return getMediaKind(medium) === 'video'
    ? { media_type: 'VIDEO', video_url: url }
    : { media_type: 'IMAGE', image_url: url }
}

function readAltText({ draft }: Attempt<Options>, index: number): string | undefined {
  const { alt_texts = [] } = draft.options
  return alt_texts[index] || draft.media[index]?.altText?.slice(0, 1000) || undefined
}
