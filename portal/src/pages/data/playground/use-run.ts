import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/api.ts'
import type { ProblemError } from '../../../api/problem.ts'
import type { Body } from '../form/fields.ts'
import { toResultItems } from '../result/shapes.ts'
import type { Action } from '../use-actions.ts'

/** Result of a call, with its charge. */
export interface RunResult {
  readonly body: Body
  readonly reply: { readonly data: unknown; readonly next_cursor?: string | null; readonly repeat?: boolean }
  readonly charged: number
  readonly requestId: string
}

interface RunRequest {
  readonly body: Body
  /** Price on the button. */
  readonly maxCredits: number
  /** Appends to the results instead of replacing them. */
  readonly isNext: boolean
}

/** Runs an action page by page, from the pages of an earlier visit, and refreshes the balance. */
export function useRun(
  { operation }: Action,
  earlier: readonly RunResult[],
  onRan: (pages: readonly RunResult[]) => void,
) {
  const queries = useQueryClient()
  const [pages, setPages] = useState(earlier)
  const { mutate, isPending, error, variables } = useMutation<RunResult, ProblemError, RunRequest>({
    mutationFn: async ({ body, maxCredits }) => {
      const answer = await call.metered(
        operation as 'data.find_email',
        { body: body as Record<string, never> },
        { maxCredits },
      )
      return { body, ...answer }
    },
    onSuccess: (ran, { isNext }) => {
      const shown = isNext ? [...pages, ran] : [ran]
      setPages(shown)
      onRan(shown)
    },
    // A failed call may also have held credits.
    onSettled: () => {
      void queries.invalidateQueries({
        predicate: ({ queryKey }) => /^(credits|requests|purchases)\.|\.estimate_/.test(String(queryKey[1])),
      })
    },
  })
  return {
    pages,
    items: pages.flatMap(({ reply }) => toResultItems(reply.data)),
    run: (body: Body, maxCredits: number) => mutate({ body, maxCredits, isNext: false }),
    runNext: (body: Body, maxCredits: number) => mutate({ body, maxCredits, isNext: true }),
    isRunning: isPending,
    isRunningNext: isPending && variables.isNext,
    problem: error,
  }
}

export type RunState = ReturnType<typeof useRun>
