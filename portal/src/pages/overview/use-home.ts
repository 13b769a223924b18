import type { UseQueryResult } from '@tanstack/react-query'
import type { Reply } from '../../api/client.ts'
import { useRead } from '../../api/hooks.ts'
import type { ProblemError } from '../../api/problem.ts'

export type HomeQuery = UseQueryResult<Reply<'home.summary'>, ProblemError>

/** What the overview shows. Read often until every first step is done: the user does them beside this page. */
export function useHome(): HomeQuery {
  return useRead('home.summary', undefined, {
    everySeconds: ({ first_steps }) => (Object.values(first_steps).every(Boolean) ? 15 : 5),
  })
}
