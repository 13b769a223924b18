import { timer } from '../../../queue/timers.ts'
import { deleteOldSteps } from './stored-steps.ts'

/** Answers of steps are personal data: they are kept only as long as a retry may come. */
export const workflowTimers = [timer({ id: 'workflows.forget', everySeconds: 600, run: deleteOldSteps })]
