import { accountMetricsFeed, postMetricsFeed } from '../domains/analytics/feed.ts'
import { commentFeed } from '../domains/comments/feed.ts'
import { messageFeed } from '../domains/conversations/feed.ts'
import type { Feed } from '../domains/feeds/service.ts'
import { reviewFeed } from '../domains/reviews/feed.ts'
import { templateFeed } from '../domains/templates/feed.ts'

/** Everything that accounts' platforms are asked for again and again. */
export const feeds: readonly Feed[] = [
  commentFeed,
  messageFeed,
  reviewFeed,
  accountMetricsFeed,
  postMetricsFeed,
  templateFeed,
]
