import type { Context } from '../../../kit/context.ts'
import type { PageRequest } from '../../../kit/declare/page.ts'
import type { Actions } from '../../billing/credits/contract/pricing.ts'
import { bookFor } from '../../billing/credits/published-books.ts'
import type { WorkflowList } from './contract/listing.ts'
import type { Quote, RunRequest } from './contract/requests.ts'
import type { Workflow } from './contract/workflow.ts'
import { pageActions, pageWorkflows } from './describe.ts'
import { quoteIn } from './quote.ts'

export async function listWorkflows(ctx: Context, workspaceId: string, query: PageRequest): Promise<WorkflowList> {
  return pageWorkflows(await bookFor(ctx, workspaceId), query)
}

export async function listActions(ctx: Context, workspaceId: string, query: PageRequest): Promise<Actions> {
  return pageActions(await bookFor(ctx, workspaceId), query)
}

export async function quoteWorkflow(
  ctx: Context,
  workspaceId: string,
  flow: Workflow,
  request: RunRequest,
): Promise<Quote> {
  return quoteIn(await bookFor(ctx, workspaceId), flow, request)
}
