import { useEffect } from 'react'
import { useList } from '../../../api/hooks.ts'
import type { ProblemError } from '../../../api/problem.ts'
import { userTimeZone } from '../../../components/time.ts'
import { toStartOfDay } from '../../../components/zoned-time.ts'
import type { Post } from '../posts/post-labels.ts'

/** More than a person can read in one view. */
const POSTS_MAX = 1000

interface PostsResult {
  readonly posts: readonly Post[]
  readonly isLoading: boolean
  readonly error: ProblemError | null
  readonly retry: () => void
}

/** All posts from one day to before another. Drafts and canceled posts have no place in time. */
export function usePostsBetween(from: string, to: string, profileId: string): PostsResult {
  const zone = userTimeZone()
  const query = { since: toStartOfDay(from, zone), until: toStartOfDay(to, zone), limit: 100 }
  const input = { query: { ...query, ...(profileId && { profile_id: profileId }) } }
  const { items, hasMore, isLoadingMore, loadMore, ...list } = useList('posts.list', input, { everySeconds: 15 })
  const wantsMore = hasMore && !isLoadingMore && items.length < POSTS_MAX
  useEffect(() => {
    if (wantsMore) loadMore()
  })
  return { ...list, posts: items.filter(({ status }) => status !== 'draft' && status !== 'canceled') }
}

export function getPostTime({ scheduled_at, created_at }: Post): string {
  return scheduled_at ?? created_at
}
