import { enrichPerson, findEmail, verifyEmail } from '../../../../sources/actions.ts'
import { consensus } from '../../lookups/contract/consensus.ts'
import { exampleCompanies, examplePeople } from '../../lookups/contract/example-people.ts'
import { exampleRun } from '../../workflows/test-run.ts'
import { ACTIONS, type ActionId, findWorkflow } from './actions.ts'
import type { Job } from './job.ts'
import { jobExample } from './job.ts'

interface JobExample {
  /** The last letter of the job's id: nothing is stored with a test key, so the id encodes the action of the job. */
  readonly letter: string
  readonly query: string
  readonly missQuery: string
  /** Result of the query, and its price in the standard book. */
  readonly found: unknown
  readonly credits: number
}

function singleExample(
  letter: string,
  credits: number,
  action: typeof findEmail | typeof verifyEmail | typeof enrichPerson,
) {
  const { example, missQuery } = action
  return { letter, query: example.query, missQuery, found: example.output, credits }
}

const EXAMPLES: Readonly<Record<ActionId, JobExample>> = {
  'contacts/find-email': singleExample('B', 5, findEmail),
  'contacts/verify-email': singleExample('C', 1, verifyEmail),
  'people/enrich': singleExample('D', 3, enrichPerson),
  'search/people': {
    letter: 'E',
    query: 'research',
    missQuery: 'nobody',
    found: examplePeople.slice(0, 1),
    credits: 1,
  },
  'search/companies': {
    letter: 'F',
    query: 'software',
    missQuery: 'nobody',
    found: exampleCompanies.slice(0, 1),
    credits: 1,
  },
  consensus: {
    letter: 'G',
    query: 'research',
    missQuery: 'nobody',
    found: consensus.consensus.example.reply.data,
    credits: 3,
  },
  'lead-list': workflowExample('H', 'lead-list', { query: 'research', missQuery: 'nobody' }),
  'verify-list': workflowExample('J', 'verify-list', {
    query: verifyEmail.example.query,
    missQuery: verifyEmail.missQuery,
  }),
  'enrich-list': workflowExample('K', 'enrich-list', {
    query: enrichPerson.example.query,
    missQuery: enrichPerson.missQuery,
  }),
}

function workflowExample(letter: string, name: ActionId, asked: Pick<JobExample, 'query' | 'missQuery'>): JobExample {
  const flow = findWorkflow(name)
  if (!flow) throw new Error(`there is no workflow ${name}`)
  const request = { inputs: flow.example.inputs, limit: 1, dry_run: false, format: 'json' } as const
  const { data, credits } = exampleRun(flow, request)
  return { letter, ...asked, found: data, credits }
}

export function getExampleForJob(jobId: string): JobExample {
  return EXAMPLES[readActionFromJobId(jobId)]
}

function readActionFromJobId(jobId: string): ActionId {
  return ACTIONS.find((action) => jobId.endsWith(EXAMPLES[action].letter)) ?? 'contacts/find-email'
}

/** Returns the same job for a test key, which costs nothing. */
export function atNoCost(job: Job): Job {
  return { ...job, credits: { held: 0, charged: 0, released: 0 } }
}

/** Returns a finished job: one question that was found, or two of which one was found. */
export function jobFor(kind: Job['kind'], action: ActionId): Job {
  const { letter, credits } = EXAMPLES[action]
  const total = kind === 'async' ? 1 : 2
  return {
    ...jobExample,
    id: `${kind === 'async' ? 'job' : 'bulk'}_01KA2Z3W9GQ8F0T5V6X7Y8Z9A${letter}`,
    kind,
    action,
    progress: { done: total, total, found: 1, failed: 0 },
    credits: { held: 0, charged: credits, released: credits * (total - 1) },
  }
}

export function jobNamed(kind: Job['kind'], id: string): Job {
  return { ...jobFor(kind, readActionFromJobId(id)), id }
}

export function canceled(job: Job): Job {
  const { held, charged, released } = job.credits
  return {
    ...job,
    status: 'canceled',
    progress: { ...job.progress, done: 0, found: 0, failed: 0 },
    credits: { held: 0, charged: 0, released: held + charged + released },
  }
}

export const WEBHOOK_URL = 'https://example.com/hooks/jobs'

export function fakeSecret(url: string | null | undefined): string | null {
  return url ? 'whsec_RVhBTVBMRS1TRUNSRVQtVEhBVC1TSUdOUy1OT1RISU5H' : null
}
