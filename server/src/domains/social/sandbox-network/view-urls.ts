import type { Context } from '../../../kit/context.ts'

/** Returns the URL where a browser can view a post. */
export function postViewUrl({ publicUrl }: Context, key: string): string {
  return `${publicUrl.get()}/v1/sandbox/views/posts/${key}`
}

export function inboxViewUrl({ publicUrl }: Context, key: string): string {
  return `${publicUrl.get()}/v1/sandbox/views/inboxes/${key}`
}
