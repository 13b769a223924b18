import { accountEvents } from '../../social/accounts/contract/events.ts'
import { conversationEvents } from '../../social/inbox/conversations/contract/events.ts'
import { reviewEvents } from '../../social/inbox/reviews/contract/review.ts'
import { postEvents } from '../../social/posts/contract/events.ts'
import { templateEvents } from '../../social/templates/contract/template.ts'

/** Every event that an endpoint can subscribe to, in the order the docs show them. Each slice declares its own. */
export const subscribableEvents = [
  ...postEvents,
  ...conversationEvents,
  ...reviewEvents,
  ...accountEvents,
  ...templateEvents,
] as const

/** What an endpoint can subscribe to; `*` means all of it, including what is added later. */
export const SUBSCRIBABLE = subscribableEvents.map(({ type }) => type)
