import { timer } from '../../../queue/timers.ts'
import { forgetOldToolCalls } from './service.ts'

export const toolCallTimers = [timer({ id: 'tool_calls.forget', everySeconds: 3600, run: forgetOldToolCalls })]
