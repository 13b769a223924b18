import type { Static } from 'typebox'
import { event } from '../../../../../kit/declare/event.ts'
import { DateTime, Nullable } from '../../../../../kit/declare/schema.ts'
import { Type } from '../../../../../kit/declare/type.ts'
import { PlatformName, PlatformUser } from '../../../accounts/contract/platform.ts'

export type Review = Static<typeof Review>
export const Review = Type.Object(
  {
    id: Type.String(),
    account_id: Type.String(),
    platform: PlatformName,
    external_id: Type.String(),
    entity_external_id: Nullable(Type.String()),
    author: PlatformUser,
    rating: Nullable(Type.Number()),
    body: Nullable(Type.String()),
    reply: Nullable(Type.Object({ body: Type.String(), created_at: DateTime })),
    occurred_at: Nullable(DateTime),
    created_at: DateTime,
  },
  { title: 'ReviewView' },
)

const moment = '2026-01-15T09:30:00.000Z'

export const reviewExample: Review = {
  id: 'rev_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  account_id: 'acc_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  platform: 'sandbox',
  external_id: '6000001',
  entity_external_id: '2000001',
  author: { name: 'Example person' },
  rating: 5,
  body: 'Quick and friendly.',
  reply: null,
  occurred_at: moment,
  created_at: moment,
}

export const reviewNew = event({
  type: 'review.new',
  summary: 'A new review appeared on a connected profile.',
  data: Type.Object({ review: Review }),
  example: { review: reviewExample },
})

export const reviewEvents = [reviewNew] as const
