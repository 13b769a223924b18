import { useEffect } from 'react'
import { useList } from '../../../api/hooks.ts'
import type { ProblemError } from '../../../api/problem.ts'
import { userTimeZone } from '../../../components/time/time.ts'
import { toStartOfDay } from '../../../components/time/zoned-time.ts'
import type { Post } from '../../../resources/posts/post-labels.ts'

/** More than one view can usefully show. */
const POSTS_MAX = 1000

interface PostsResult {
  readonly posts: readonly Post[]
  readonly isLoading: boolean
  readonly error: ProblemError | null
  readonly retry: () => void
}

/** Reads all posts from one day up to another, without drafts and canceled posts, which have no time. */
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
