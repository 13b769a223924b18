import { Skeleton, Title } from '@mantine/core'
import { useParams } from 'wouter'
import { useRead } from '../../../api/hooks.ts'
import { BackLink } from '../../../components/back-link.tsx'
import { ProblemAlert } from '../../../components/form/problem-alert.tsx'
import { Page } from '../../../components/page.tsx'
import { useNames } from '../../../resources/accounts/names.ts'
import { isMoving } from '../../../resources/posts/post-labels.ts'
import { PostMedia } from '../../../resources/posts/post-media.tsx'
import { PostActions } from './post-actions.tsx'
import { PostAttempts } from './post-attempts.tsx'
import { PostFacts } from './post-facts.tsx'
import { PostMetrics } from './post-metrics.tsx'
import { PostTarget } from './post-target.tsx'

const back = <BackLink href="/posts">Posts</BackLink>

/** One post: its outcome on each account, the attempted steps, and actions. */
export function PostPage() {
  const { id = '' } = useParams()
  const names = useNames()
  const {
    data: post,
    error,
    refetch,
  } = useRead('posts.get', { params: { id } }, { everySeconds: (latest) => (isMoving(latest) ? 1 : 15) })
  if (error)
    return (
      <Page title="Post" back={back}>
        <ProblemAlert problem={error} onRetry={() => void refetch()} />
      </Page>
    )
  return (
    <Page title={post ? truncateTitle(post.content) : 'Post'} back={back} actions={post && <PostActions post={post} />}>
      <div className="post">
        <div className="post-main">
          <section className="panel" aria-labelledby="post-text">
            <Title order={2} id="post-text">
              Text
            </Title>
            {post ? (
              <p className="post-content" dir="auto">
                {post.content || <span className="dimmed">No text</span>}
              </p>
            ) : (
              <Skeleton height={42} mt={8} />
            )}
            {post && post.media_ids.length > 0 && <PostMedia ids={post.media_ids} />}
          </section>
          <section aria-labelledby="post-targets">
            <Title order={2} id="post-targets" mb={8}>
              Accounts
            </Title>
            {!post && <Skeleton height={86} />}
            {post?.targets.map((target) => (
              <PostTarget key={target.id} post={post} target={target} names={names} />
            ))}
          </section>
          {post && <PostAttempts post={post} names={names} />}
        </div>
        <aside className="post-side">
          <PostFacts post={post} names={names} />
          {post?.targets.some(({ published_at }) => published_at !== null) && <PostMetrics post={post} names={names} />}
        </aside>
      </div>
    </Page>
  )
}

/** Truncates the text at a word. */
function truncateTitle(content: string): string {
  const line = content.trim().split('\n', 1)[0] ?? ''
  if (line.length <= 60) return line || 'Post without text'
  return `${line.slice(0, 60).replace(/\s+\S*$/, '')}…`
}
