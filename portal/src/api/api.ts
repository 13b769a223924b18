import { QueryCache, QueryClient } from '@tanstack/react-query'
import { askForSudo } from '../app/sudo/sudo.ts'
import { currentWorkspaceId } from '../app/workspace.ts'
import { createClient } from './client.ts'
import { ProblemError } from './problem.ts'

export const SESSION = ['session'] as const

/** Retries lost responses and server errors: a request that was refused with a 4xx would be refused again. */
function isWorthRetrying(count: number, error: Error): boolean {
  return count < 2 && !(error instanceof ProblemError && error.status >= 400 && error.status < 500)
}

export const queries = new QueryClient({
  queryCache: new QueryCache(),
  defaultOptions: { queries: { staleTime: 5000, retry: isWorthRetrying }, mutations: { retry: false } },
})

/** Calls the API as the signed-in user, in the chosen workspace. */
export const call = createClient({
  workspaceId: currentWorkspaceId,
  onSignedOut: () => queries.setQueryData(SESSION, null),
  confirmSudo: askForSudo,
})
