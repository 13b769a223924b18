import type { Context } from '../../../kit/context.ts'
import { runCooperatively } from '../../../kit/cooperative.ts'
import { implement } from '../../../kit/declare/route.ts'
import { cancelJob } from './cancel.ts'
import type { BulkRequest } from './contract/bulk.ts'
import { dataJobs } from './contract.ts'
import { checkNewJob, createAsyncJob, createBulkJob } from './create.ts'
import { estimateBulkJob } from './estimate.ts'
import { presentJob } from './present.ts'
import { getAsyncJob, getJob, listJobs } from './read.ts'
import { readRows } from './read-rows.ts'
import { readResults } from './results.ts'

async function checkBulkJob({ ctx, body }: { ctx: Context; body: BulkRequest }): Promise<void> {
  checkNewJob(ctx, body)
  if (!body.filters) await runCooperatively(readRows('', body))
}

export const dataJobRoutes = implement(
  dataJobs,
  {
    createAsync: (call) => createAsyncJob(call, call.body),
    listAsync: ({ db, principal, query }) => listJobs(db, principal.workspaceId, 'async', query),
    getAsync: ({ ctx, db, principal, params }) => getAsyncJob(ctx, db, principal.workspaceId, params.id),
    cancelAsync: ({ ctx, db, principal, params: { id } }) =>
      cancelJob(ctx, db, principal.workspaceId, { kind: 'async', id }),
    createBulk: (call) => createBulkJob(call, call.body),
    estimateBulk: (call) => estimateBulkJob(call, call.body),
    listBulk: ({ db, principal, query }) => listJobs(db, principal.workspaceId, 'bulk', query),
    getBulk: async ({ db, principal, params }) =>
      presentJob(await getJob(db, principal.workspaceId, 'bulk', params.id)),
    bulkResults: ({ ctx, principal, params, query }) => readResults(ctx, principal.workspaceId, params.id, query),
    cancelBulk: ({ ctx, db, principal, params: { id } }) =>
      cancelJob(ctx, db, principal.workspaceId, { kind: 'bulk', id }),
  },
  {
    checks: {
      createAsync: ({ ctx, body }) => checkNewJob(ctx, body),
      createBulk: checkBulkJob,
      estimateBulk: checkBulkJob,
    },
  },
)
