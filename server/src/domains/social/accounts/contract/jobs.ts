import { Type } from 'typebox'
import { job } from '../../../../queue/job.ts'

export const checkAccountJob = job({
  id: 'accounts.check',
  payload: Type.Object({ account_id: Type.String() }),
  retry: [60, 600],
  concurrency: 5,
  priority: 7,
})

/** Withdraws a deleted sign-in at the platform. Nothing depends on it: after the last attempt it is given up. */
export const revokeGrantJob = job({
  id: 'accounts.revoke',
  payload: Type.Object({ account_id: Type.String(), tokens: Type.String({ description: 'Sealed.' }) }),
  retry: [30, 300, 3600],
  priority: 7,
})
