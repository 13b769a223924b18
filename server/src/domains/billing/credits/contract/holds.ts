import type { Static } from 'typebox'
import { declareList } from '../../../../kit/declare/by-id.ts'
import { endpoint } from '../../../../kit/declare/endpoint.ts'
import { DateTime, StringEnum } from '../../../../kit/declare/schema.ts'
import { Type } from '../../../../kit/declare/type.ts'
import { STANDARD_BOOK } from '../standard-book.ts'

export type OpenHold = Static<typeof OpenHold>
const OpenHold = Type.Object(
  {
    id: Type.String(),
    credits: Type.Integer({
      minimum: 0,
      description: 'Credits still held, without those already charged.',
    }),
    held_for: StringEnum(['call', 'job'], {
      description: 'A job keeps its hold until it ends, even if the server restarts.',
    }),
    action: Type.String(),
    request_id: Type.String(),
    api_key_id: Type.String({ description: 'The calling key or user.' }),
    price_book: Type.String(),
    created_at: DateTime,
    expires_at: Type.String({
      format: 'date-time',
      description: 'The credits are released at this time if the work has not ended.',
    }),
  },
  { title: 'OpenHold' },
)

export const holds = {
  list: endpoint({
    id: 'credits.holds',
    route: 'GET /v1/credits/holds',
    summary: 'List open holds, newest first',
    description: 'The credits that calls and jobs hold now: the individual holds behind `held` of `GET /v1/credits`.',
    ...declareList(OpenHold, 'OpenHoldPage', {
      id: 'hold_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
      credits: 70,
      held_for: 'job',
      action: 'lead-list',
      request_id: 'req_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
      api_key_id: 'key_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
      price_book: STANDARD_BOOK.name,
      created_at: '2026-01-15T09:30:00.000Z',
      expires_at: '2026-01-16T09:30:00.000Z',
    }),
  }),
}
