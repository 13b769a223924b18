import { Anchor, Skeleton, Text, Title } from '@mantine/core'
import { Link } from 'wouter'
import { useRead } from '../../api/hooks.ts'
import { ProblemAlert } from '../../components/form/problem-alert.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { formatTimeOfDay, userTimeZone } from '../../components/time/time.ts'
import { addDays, todayIn, toLocal, toStartOfDay } from '../../components/time/zoned-time.ts'
import { useNames } from '../../resources/accounts/names.ts'
import type { Post } from '../../resources/posts/post-labels.ts'
import { PostThumb } from '../../resources/posts/post-thumb.tsx'
import { TargetNames } from '../../resources/posts/target-names.tsx'
import * as css from './coming-up.module.css'

const SHOWN_MAX = 5

/** Lists the posts of today and tomorrow: those still to come first. */
export function ComingUp() {
  const zone = userTimeZone()
  const today = todayIn(zone)
  const query = { since: toStartOfDay(today, zone), until: toStartOfDay(addDays(today, 2), zone), limit: 100 }
  const { data, error, refetch } = useRead('posts.list', { query }, { everySeconds: 30 })
  const posts = data && orderByTime(data.data)
  const names = useNames()
  return (
    <section className="panel" aria-labelledby="coming-up-title">
      <header className={css.head}>
        <Title order={2} id="coming-up-title">
          Today and tomorrow
        </Title>
        <Anchor component={Link} href="/calendar">
          Open calendar
        </Anchor>
      </header>
      {error && <ProblemAlert problem={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton height={120} />}
      {posts?.length === 0 && <Text c="dimmed">No posts today or tomorrow.</Text>}
      <ul className={css.posts}>
        {posts?.slice(0, SHOWN_MAX).map((post) => (
          <li key={post.id}>
            <span className="numbers dimmed nowrap">{formatWhen(post, today, zone)}</span>
            <span className={css.post}>
              <PostThumb mediaIds={post.media_ids} size={28} />
              <Link href={`/posts/${post.id}`} className="truncate" dir="auto">
                {post.content.trim() || 'No text'}
              </Link>
            </span>
            <span className={css.platforms}>
              <TargetNames targets={post.targets} names={names} />
            </span>
            <StatusBadge status={post.status} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Orders posts with a time: scheduled ones by their time, then the rest, newest first. */
function orderByTime(posts: readonly Post[]): readonly Post[] {
  const timed = posts.filter(({ status }) => status !== 'draft' && status !== 'canceled')
  const byTime = timed.toSorted((a, b) => getTime(a).localeCompare(getTime(b)))
  const coming = byTime.filter(({ status }) => status === 'scheduled')
  return [...coming, ...byTime.filter(({ status }) => status !== 'scheduled').toReversed()]
}

function getTime({ scheduled_at, created_at }: Post): string {
  return scheduled_at ?? created_at
}

function formatWhen(post: Post, today: string, zone: string): string {
  const day = toLocal(getTime(post), zone).slice(0, 10)
  return `${day === today ? 'Today' : 'Tomorrow'} ${formatTimeOfDay(getTime(post))}`
}
