import type { UseQueryResult } from '@tanstack/react-query'
import type { Reply } from '../../api/client.ts'
import { useRead } from '../../api/hooks.ts'
import type { ProblemError } from '../../api/problem.ts'

export type HomeQuery = UseQueryResult<Reply<'home.summary'>, ProblemError>

/** Reads the summary for the overview. Polls faster until every step is done, because the user may do them in another tab. */
export function useHome(): HomeQuery {
  return useRead('home.summary', undefined, {
    everySeconds: ({ first_steps }) => (Object.values(first_steps).every(Boolean) ? 15 : 5),
  })
}
