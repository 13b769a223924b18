import { timer } from '../../../queue/timers.ts'
import { forgetOldCounts } from './mail.ts'
import { forgetClosedMembers } from './service.ts'

export const memberTimers = [
  timer({ id: 'members.forget_closed', everySeconds: 3600, run: forgetClosedMembers }),
  timer({ id: 'invitation_counts.forget', everySeconds: 3600, run: forgetOldCounts }),
]
