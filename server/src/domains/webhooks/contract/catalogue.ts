import { creditEvents } from '../../billing/credits/contract/events.ts'
import { accountEvents } from '../../social/accounts/contract/events.ts'
import { commentEvents } from '../../social/inbox/comments/contract.ts'
import { conversationEvents } from '../../social/inbox/conversations/contract/events.ts'
import { reviewEvents } from '../../social/inbox/reviews/contract/review.ts'
import { mediaEvents } from '../../social/media/contract/events.ts'
import { postEvents } from '../../social/posts/contract/events.ts'
import { templateEvents } from '../../social/templates/contract/template.ts'

/** Every event that an endpoint can subscribe to, in the order of the docs. Each slice declares its own events. */
export const subscribableEvents = [
  ...postEvents,
  ...conversationEvents,
  ...reviewEvents,
  ...accountEvents,
  ...templateEvents,
  ...mediaEvents,
  ...commentEvents,
  ...creditEvents,
] as const

/** Types that an endpoint can subscribe to; `*` means all of them, including those added later. */
export const SUBSCRIBABLE_TYPES = subscribableEvents.map(({ type }) => type)
