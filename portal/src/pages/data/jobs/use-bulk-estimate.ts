import { useEffect, useState } from 'react'
import { call } from '../../../api/api.ts'
import type { Input, Reply } from '../../../api/client.ts'
import { type ProblemError, toProblem } from '../../../api/problem.ts'

export type BulkBody = Input<'bulk_jobs.create'>['body']
type Estimate = Reply<'bulk_jobs.estimate'>['data']

const PAUSE_MS = 300

interface EstimateResult {
  readonly body: BulkBody
  readonly estimate?: Estimate
  readonly problem?: ProblemError
}

/** Estimates the cost of a job. It bypasses the cache because the body can be a large file. */
export function useBulkEstimate(body: BulkBody | undefined) {
  const [answer, setAnswer] = useState<EstimateResult>()
  useEffect(() => {
    if (!body) return
    let isStale = false
    const ask = async () => {
      const next = await estimate(body)
      if (!isStale) setAnswer(next)
    }
    const timer = setTimeout(() => void ask(), PAUSE_MS)
    return () => {
      isStale = true
      clearTimeout(timer)
    }
  }, [body])
  const isCurrent = body !== undefined && answer?.body === body
  return {
    estimate: isCurrent ? answer.estimate : undefined,
    problem: isCurrent ? answer.problem : undefined,
    isAsking: body !== undefined && !isCurrent,
  }
}

async function estimate(body: BulkBody): Promise<EstimateResult> {
  try {
    return { body, estimate: (await call('bulk_jobs.estimate', { body })).data }
  } catch (error) {
    return { body, problem: toProblem(error) }
  }
}
