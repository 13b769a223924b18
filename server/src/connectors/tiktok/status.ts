import type { Static } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import type { GrantCall } from '../session.ts'
import { buildEnvelopeSchema, request } from './client.ts'

const Status = Type.Object({
  status: Type.String({ minLength: 1 }),
  fail_reason: Maybe(Type.String()),
  uploaded_bytes: Maybe(Type.Number()),
})

const StatusResponse = buildEnvelopeSchema(Status)

/** The state of a post that TikTok has accepted. */
export interface PostStatus extends Static<typeof Status> {
  /** Empty until TikTok has moderated a public post, and for posts that are not public. */
  readonly postIds: readonly string[]
}

export async function readStatus(call: GrantCall, publishId: string): Promise<PostStatus> {
  const { data, response } = await request(call, 'POST', '/post/publish/status/fetch/', {
    schema: StatusResponse,
    body: { publish_id: publishId },
  })
  return { ...data, postIds: readPostIds(response.text) }
}

/** Reads the ids from the text: they are integers of 64 bits, which a JSON parser rounds. The misspelled name is TikTok's. */
function readPostIds(text: string): string[] {
  const list = /"public(?:aly|ly)_available_post_id"\s*:\s*\[(?<ids>[^\]]*)\]/.exec(text)?.groups?.['ids'] ?? ''
  return list.match(/\d+/g) ?? []
}
