import { handler } from '../../../queue/job.ts'
import { timer } from '../../../queue/timers.ts'
import { sendMailJob } from './contract.ts'
import { sendSealedMail } from './mail.ts'
import { forgetOldLinks } from './service.ts'

export const linkJobs = [handler(sendMailJob, ({ ctx, payload }) => sendSealedMail(ctx, payload.sealed))]

export const linkTimers = [timer({ id: 'links.forget', everySeconds: 3600, run: forgetOldLinks })]
