import { Type } from '../../../kit/declare/type.ts'
import { job } from '../../../queue/job.ts'

export const LINK_KINDS = ['set_up', 'invitation', 'magic', 'reset'] as const

export const LinkToken = Type.String({
  pattern: '^[A-Za-z0-9_-]{43}$',
  description: "The part of the link's URL after `#`.",
})
export const EXAMPLE_TOKEN = 'EXAMPLE0TOKEN0THAT0OPENS0NOTHING00000000000'

/** Encrypted, because the message contains a link. */
export const sendMailJob = job({
  id: 'mail.send',
  payload: Type.Object({ sealed: Type.String() }),
  retry: [10, 60, 300, 1800, 7200],
})
