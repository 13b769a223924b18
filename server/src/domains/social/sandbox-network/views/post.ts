import type { Context } from '../../../../kit/context.ts'
import { ApiError } from '../../../../kit/declare/errors.ts'
import type { Document } from '../../../../kit/declare/reply.ts'
import { type Html, html } from '../../../../kit/html.ts'
import { assertSandboxNetwork } from '../enabled.ts'
import type { ItemRow } from '../sql/items.ts'
import { findPostByViewKey, listLastItems, type ViewedPost } from '../sql/views.ts'
import { avatar, badge, layout, plural, prose, readPersonName, time } from './layout.ts'

const COMMENTS_MAX = 100

export async function viewPost(ctx: Context, key: string): Promise<Document<{ title: string }>> {
  assertSandboxNetwork(ctx)
  const post = await findPostByViewKey(ctx.db, key)
  if (!post) throw new ApiError('not_found', 'There is no post at this URL: it was deleted, or the URL is wrong.')
  const comments = await listLastItems(ctx.db, post.workspace_id, {
    entityId: post.entity_id,
    kind: 'comment',
    data: { post_id: post.id },
    limit: COMMENTS_MAX,
  })
  return layout(`${post.entity_name} on the sandbox`, html`${article(post)}${commentList(post, comments)}`)
}

function article({ entity_name, username, created_at, status, options, body, media }: ViewedPost): Html {
  const badges = [
    ...(status === 'processing' ? [badge('Processing')] : []),
    ...(options['visibility'] === 'followers' ? [badge('Followers only')] : []),
  ]
  const pictures = media.map((_, index) => html`<li>Media ${index + 1}</li>`)
  return html`<article class="card">
<div class="by">${avatar(entity_name)}<div><h1 dir="auto">${entity_name}</h1><small>@${username} · ${time(created_at)}</small></div>${badges}</div>
${prose(body)}${pictures.length > 0 ? html`<ul class="media">${pictures}</ul>` : undefined}
</article>`
}

function commentList({ entity_name }: ViewedPost, comments: readonly ItemRow[]): Html {
  const { length } = comments
  const title = length === COMMENTS_MAX ? `The last ${COMMENTS_MAX} comments` : plural(length, 'comment')
  const items = groupThreads(comments).map(
    ([comment, ...replies]) =>
      html`<li>${renderComment(entity_name, comment)}<ul>${replies.map((reply) => html`<li>${renderComment(entity_name, reply)}</li>`)}</ul></li>`,
  )
  return html`<section class="card comments"><h2>${title}</h2>${length > 0 ? html`<ul>${items}</ul>` : undefined}</section>`
}

type Thread = [ItemRow, ...ItemRow[]]

/** Groups each comment on the post with all its replies. A parent is always older than its replies. */
function groupThreads(comments: readonly ItemRow[]): Thread[] {
  const threads = new Map<unknown, Thread>()
  for (const comment of comments) {
    const thread = threads.get(comment.data['parent_id'])
    if (thread) thread.push(comment)
    threads.set(comment.id, thread ?? [comment])
  }
  return [...new Set(threads.values())]
}

function renderComment(pageName: string, { data, created_at }: ItemRow): Html {
  const name = data['is_own'] ? pageName : readPersonName(data['author'])
  const isHidden = data['is_hidden'] === true
  const badges = [...(data['is_own'] ? [badge('Page')] : []), ...(isHidden ? [badge('Hidden')] : [])]
  return html`<div class="${isHidden ? 'comment dim' : 'comment'}">${avatar(name)}<div><b dir="auto">${name}</b> ${badges} <small>${time(created_at)}</small>${prose(data['body'])}</div></div>`
}
