import { commentFeed } from '../domains/comments/feed.ts'
import type { Feed } from '../domains/feeds/service.ts'

/** Everything that accounts' platforms are asked for again and again. */
export const feeds: readonly Feed[] = [commentFeed]
