import type { GrantCall } from '../session.ts'
import { send } from './client.ts'

export interface PostStatus {
  readonly status: string
  readonly failReason: string
  /** Empty until TikTok has moderated a public post, and for posts that are not public. */
  readonly postIds: readonly string[]
  readonly uploadedBytes: number | null
}

/** What became of a post that TikTok has taken. */
export async function readStatus(call: GrantCall, publishId: string): Promise<PostStatus> {
  const { body, text } = await send(call, 'POST', '/post/publish/status/fetch/', { body: { publish_id: publishId } })
  const { status, fail_reason, uploaded_bytes } = body?.data ?? {}
  return {
    status: String(status ?? ''),
    failReason: String(fail_reason ?? ''),
    postIds: readPostIds(text),
    uploadedBytes: typeof uploaded_bytes === 'number' ? uploaded_bytes : null,
  }
}

/** The ids are integers of 64 bits, which a JSON parser rounds: they are read from the text. The name is TikTok's. */
function readPostIds(text: string): string[] {
  const list = /"public(?:aly|ly)_available_post_id"\s*:\s*\[(?<ids>[^\]]*)\]/.exec(text)?.groups?.['ids'] ?? ''
  return list.match(/\d+/g) ?? []
}
