import { Skeleton } from '@mantine/core'
import { LinkExternalIcon } from '@primer/octicons-react'
import { Link } from 'wouter'
import { useRead } from '../../../api/hooks.ts'
import { When } from '../../../components/time/when.tsx'
import { webAddress } from '../../../components/web-address.ts'
import { PostMedia } from '../../../resources/posts/post-media.tsx'
import * as css from './commented-post.module.css'
import type { Comment } from './comments.ts'

/** The post of a comment, as far as this server knows it. */
export function CommentedPost({ comment, onOnlyPost }: { comment: Comment; onOnlyPost: (postId: string) => void }) {
  const { post_id, account_id, external_media_id } = comment
  const { data: post } = useRead('posts.get', { params: { id: post_id ?? '' } }, { enabled: post_id !== null })
  if (post_id === null)
    return (
      <article className={`${css.post} dimmed`} aria-label="Post">
        This post was not published from here.
        {external_media_id && (
          <>
            {' '}
            Its ID on the platform is <code>{external_media_id}</code>.
          </>
        )}
      </article>
    )
  if (!post) return <Skeleton height={96} />
  const target = post.targets.find((each) => each.account_id === account_id)
  const address = webAddress(target?.external_url)
  return (
    <article className={css.post} aria-label="Post">
      <p className="post-content" dir="auto">
        {target?.content ?? (post.content || <span className="dimmed">No text</span>)}
      </p>
      {post.media_ids.length > 0 && <PostMedia ids={post.media_ids} />}
      <div className={css.postFacts}>
        <span className="dimmed">
          Published <When at={target?.published_at ?? null} />
        </span>
        <Link href={`/posts/${post.id}`}>Details</Link>
        {address !== undefined && (
          <a href={address} target="_blank" rel="noreferrer">
            Open <LinkExternalIcon size={12} />
            <span className="hidden"> on the platform</span>
          </a>
        )}
        <button type="button" className={css.only} onClick={() => onOnlyPost(post.id)}>
          Only this post
        </button>
      </div>
    </article>
  )
}
