import { Nullable } from '../../../../kit/declare/schema.ts'
import { Type } from '../../../../kit/declare/type.ts'
import { job } from '../../../../queue/job.ts'

export const checkAccountJob = job({
  id: 'accounts.check',
  payload: Type.Object({ account_id: Type.String() }),
  retry: [60, 600],
  concurrency: 5,
  priority: 7,
})

/**
 * Ends the webhooks of a deleted sign-in and revokes it at the platform. Nothing depends on the job: it gives up after the last
 * attempt.
 */
export const revokeGrantJob = job({
  id: 'accounts.revoke',
  payload: Type.Object({
    account_id: Type.String(),
    tokens: Type.String({ description: 'Sealed.' }),
    app_id: Type.Optional(Nullable(Type.String())),
  }),
  retry: [30, 300, 3600],
  priority: 7,
})
