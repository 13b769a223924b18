import type { Static } from 'typebox'
import { bytesAtMost, FreeForm, Nullable, SCHEMA_NAME, StringEnum } from '../../../../kit/declare/schema.ts'
import { Type } from '../../../../kit/declare/type.ts'
import { ACTIONS } from './actions.ts'
import { jobFields } from './job.ts'

export const ASYNC_LIMIT_MAX = 100
export const LIMIT_DEFAULT = 10

export const Action = StringEnum(ACTIONS)
export const Filters = Type.Optional(Nullable(FreeForm(bytesAtMost(256, 'Same as for the action.'))))
export const WebhookUrl = Type.Optional(
  Nullable(
    Type.String({ minLength: 1, maxLength: 2048, description: 'Receives a signed delivery when the job ends.' }),
  ),
)

/**
 * Declares `limit`, which is also accepted beside `filters`, as in the search itself: a silently ignored limit would cost
 * credits.
 */
export const LimitUpTo = (maximum: number) =>
  Type.Optional(
    Nullable(
      Type.Integer({
        minimum: 1,
        maximum,
        description: 'For a search: the maximum number of items to find, like `filters.limit`.',
      }),
    ),
  )

const secret = {
  webhook_secret: Nullable(
    Type.String({
      description: 'Signs the delivery to `webhook_url`. Shown only once; null without `webhook_url`.',
    }),
  ),
}
export type NewJob = Static<typeof NewJob>
export const NewJob = Type.Object(
  { ...jobFields, ...secret },
  // In clients that openapi-generator writes for Go, NewJobResponse is the constructor of JobResponse.
  { title: 'NewJobResponse', [SCHEMA_NAME]: 'JobCreateResponse' },
)

export const starts = { access: 'write', status: 202, price: 'later' } as const
export const reads = { access: 'read' } as const
export const cancels = { access: 'write', status: 202 } as const
