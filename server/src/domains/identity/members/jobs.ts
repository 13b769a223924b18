import { timer } from '../../../queue/timers.ts'
import { forgetClosedMembers } from './service.ts'

export const memberTimers = [timer({ id: 'members.forget_closed', everySeconds: 3600, run: forgetClosedMembers })]
