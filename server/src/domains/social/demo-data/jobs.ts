import { handler } from '../../../queue/job.ts'
import { fillDemoJob } from './contract.ts'
import { fillDemoData } from './fill.ts'

export const demoDataJobs = [handler(fillDemoJob, fillDemoData)]
