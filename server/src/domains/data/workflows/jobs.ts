import { timer } from '../../../queue/timers.ts'
import { deleteOldSteps } from './stored-steps.ts'

/** Deletes the answers of steps, which are personal data, as soon as no retry can come. */
export const workflowTimers = [timer({ id: 'workflows.forget', everySeconds: 600, run: deleteOldSteps })]
