import { implement, type Route } from '../../../kit/declare/route.ts'
import { toLookupCall } from '../lookups/lookup-call.ts'
import { listing, runs } from './contract.ts'
import { listActions, listWorkflows, quoteWorkflow } from './list.ts'
import { formatReply } from './reply-files.ts'
import { runWorkflow } from './run.ts'

export const workflowRoutes: readonly Route[] = [
  ...implement(listing, {
    actions: ({ query, ctx, principal }) => listActions(ctx, principal.workspaceId, query),
    list: ({ query, ctx, principal }) => listWorkflows(ctx, principal.workspaceId, query),
  }),
  ...runs.flatMap(({ flow, endpoints }) =>
    implement(endpoints, {
      run: async (call) => {
        const reply = await runWorkflow({ ...call, call: toLookupCall(call) }, flow, call.body)
        return formatReply(flow, reply, call.body.format)
      },
      estimate: async ({ ctx, principal, body }) => ({
        status: 'OK',
        data: await quoteWorkflow(ctx, principal.workspaceId, flow, body),
      }),
    }),
  ),
]
