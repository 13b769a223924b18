import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCall } from '../../../api/caller.ts'
import type { ProblemError } from '../../../api/problem.ts'
import { useWorkspaceId } from '../../../app/workspace.ts'
import type { RunResult } from './use-run.ts'

/** Joins the request IDs of a run's pages for the URL. */
function toRunIds(pages: readonly RunResult[]): string {
  return pages.map(({ requestId }) => requestId).join()
}

/**
 * Reads the pages of an earlier run by the request IDs in the URL: from the cache, or, after a reload, from what the workspace
 * bought.
 */
export function useKeptRun(runIds: string) {
  const workspaceId = useWorkspaceId()
  const call = useCall()
  return useQuery<readonly RunResult[], ProblemError>({
    queryKey: buildKey(workspaceId, runIds),
    queryFn: async () => {
      const pages = await Promise.all(
        runIds.split(',').map(async (requestId): Promise<RunResult[]> => {
          const { data: found } = await call('purchases.list', { query: { request_id: requestId, limit: 1 } })
          const [summary] = found
          if (!summary) return []
          const { question, data, credits } = await call('purchases.get', { params: { id: summary.id } })
          return question ? [{ body: question, reply: { data }, charged: credits, requestId }] : []
        }),
      )
      return pages.flat()
    },
    enabled: runIds !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Returns a function that keeps the pages of a run in the cache. It returns their IDs for the URL. */
export function useKeepRun(): (pages: readonly RunResult[]) => string {
  const workspaceId = useWorkspaceId()
  const queries = useQueryClient()
  return (pages) => {
    const runIds = toRunIds(pages)
    queries.setQueryData(buildKey(workspaceId, runIds), pages)
    return runIds
  }
}

function buildKey(workspaceId: string | undefined, runIds: string) {
  return [workspaceId, 'lookups.run', runIds]
}
