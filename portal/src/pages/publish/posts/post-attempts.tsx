import { Button, Skeleton, Title } from '@mantine/core'
import { useList } from '../../../api/hooks.ts'
import { ProblemAlert } from '../../../components/form/problem-alert.tsx'
import { formatNumber } from '../../../components/time/time.ts'
import { When } from '../../../components/time/when.tsx'
import { Timeline, TimelineStep } from '../../../components/timeline.tsx'
import type { Names } from '../../../resources/accounts/names.ts'
import { type Attempt, isMoving, OUTCOMES, PHASES, type Post } from '../../../resources/posts/post-labels.ts'
import * as css from './post-attempts.module.css'

/** Lists the attempted steps, newest first. */
export function PostAttempts({ post, names }: { post: Post; names: Names }) {
  const list = useList(
    'posts.attempts',
    { params: { id: post.id }, query: { limit: 50 } },
    { everySeconds: isMoving(post) ? 1 : 15 },
  )
  const getTargetName = ({ target_id }: Attempt) => {
    const target = post.targets.find(({ id }) => id === target_id)
    return target ? (names.account(target.account_id) ?? names.platform(target.platform)) : 'Account'
  }
  return (
    <section aria-labelledby="post-attempts">
      <Title order={2} id="post-attempts" mb={8}>
        Attempts
      </Title>
      {list.error && <ProblemAlert problem={list.error} onRetry={list.retry} />}
      {list.isLoading && <Skeleton height={64} />}
      {!list.isLoading && !list.error && list.items.length === 0 && (
        <p className={`dimmed ${css.none}`}>
          {post.status === 'scheduled' ? 'No attempts yet. The post is not due.' : 'No attempts yet.'}
        </p>
      )}
      {list.items.length > 0 && (
        <Timeline label="Attempts">
          {list.items.map((attempt) => (
            <TimelineStep
              key={attempt.id}
              title={PHASES[attempt.phase]}
              outcome={OUTCOMES[attempt.outcome].word}
              tone={OUTCOMES[attempt.outcome].tone}
              about={
                <>
                  <bdi>{getTargetName(attempt)}</bdi> · <When at={attempt.started_at} isAbsolute />
                  {attempt.duration_ms !== null && ` · ${formatNumber(attempt.duration_ms)} ms`}
                </>
              }
            >
              {attempt.error && <div className={css.stepError}>{attempt.error.message}</div>}
            </TimelineStep>
          ))}
        </Timeline>
      )}
      {list.hasMore && (
        <Button variant="default" size="xs" onClick={list.loadMore} loading={list.isLoadingMore}>
          Load more
        </Button>
      )}
    </section>
  )
}
