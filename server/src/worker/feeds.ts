import { accountMetricsFeed, postMetricsFeed } from '../domains/social/analytics/feed.ts'
import type { Feed } from '../domains/social/feeds/service.ts'
import { commentFeed } from '../domains/social/inbox/comments/feed.ts'
import { messageFeed } from '../domains/social/inbox/conversations/feed.ts'
import { reviewFeed } from '../domains/social/inbox/reviews/feed.ts'
import { templateFeed } from '../domains/social/templates/feed.ts'

/** Everything that accounts' platforms are asked for again and again. */
export const feeds: readonly Feed[] = [
  commentFeed,
  messageFeed,
  reviewFeed,
  accountMetricsFeed,
  postMetricsFeed,
  templateFeed,
]
