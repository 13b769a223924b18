import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/api.ts'
import type { ProblemError } from '../../../api/problem.ts'
import type { Body } from '../form/fields.ts'
import { toResultItems } from '../result/shapes.ts'
import type { Action } from '../use-actions.ts'

/** A call that was answered, and what it cost. */
export interface RunResult {
  readonly body: Body
  readonly reply: { readonly data: unknown; readonly next_cursor?: string | null; readonly repeat?: boolean }
  readonly charged: number
  readonly requestId: string
}

interface RunRequest {
  readonly body: Body
  /** What the button said. */
  readonly maxCredits: number
  /** Adds to what is shown. */
  readonly isNext: boolean
}

/** Runs an action, page by page, and reads the balance again. */
export function useRun({ operation }: Action) {
  const queries = useQueryClient()
  const [pages, setPages] = useState<readonly RunResult[]>([])
  const { mutate, isPending, error, variables } = useMutation<RunResult, ProblemError, RunRequest>({
    mutationFn: async ({ body, maxCredits }) => {
      const answer = await call.metered(
        operation as 'data.find_email',
        { body: body as Record<string, never> },
        { maxCredits },
      )
      return { body, ...answer }
    },
    onSuccess: (ran, { isNext }) => setPages((before) => (isNext ? [...before, ran] : [ran])),
    // A call that failed may have held credits too.
    onSettled: () => {
      void queries.invalidateQueries({
        predicate: ({ queryKey }) => /^(credits|requests)\./.test(String(queryKey[1])),
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
