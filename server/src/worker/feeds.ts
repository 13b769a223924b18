import { accountMetricsFeed, postMetricsFeed } from '../domains/social/analytics/feed.ts'
import type { Feed } from '../domains/social/feeds/feed.ts'
import { commentFeed } from '../domains/social/inbox/comments/feed.ts'
import { commentRecheckFeed } from '../domains/social/inbox/comments/recheck-feed.ts'
import { messageFeed } from '../domains/social/inbox/conversations/feed.ts'
import { reviewFeed } from '../domains/social/inbox/reviews/feed.ts'
import { templateFeed } from '../domains/social/templates/feed.ts'

/** Everything that platforms are polled for. */
export const feeds: readonly Feed[] = [
  commentFeed,
  commentRecheckFeed,
  messageFeed,
  reviewFeed,
  accountMetricsFeed,
  postMetricsFeed,
  templateFeed,
]
