import { useEffect, useState } from 'react'
import { call } from '../../../api/api.ts'
import { type ProblemError, toProblem } from '../../../api/problem.ts'
import type { Violation } from '../../../api/violation.ts'
import type { PostBody } from './draft.ts'

const PAUSE_MS = 350

interface ValidationResult {
  readonly violations: readonly Violation[]
  /** Problem that belongs to no field. */
  readonly problem: ProblemError | undefined
}

export interface Validation extends ValidationResult {
  readonly isChecking: boolean
}

const FINE: ValidationResult = { violations: [], problem: undefined }

/** Validates the post with the API shortly after the last change. Until then the last result stays. */
export function useValidation(body: PostBody | undefined): Validation {
  const key = body && JSON.stringify(body)
  const [answered, setAnswered] = useState<{ key: string; answer: ValidationResult }>()
  useEffect(() => {
    if (key === undefined) return
    let isStale = false
    const ask = async () => {
      const answer = await check(key)
      if (!isStale) setAnswered({ key, answer })
    }
    const timer = setTimeout(() => void ask(), PAUSE_MS)
    return () => {
      isStale = true
      clearTimeout(timer)
    }
  }, [key])
  if (key === undefined) return { ...FINE, isChecking: false }
  return { ...(answered?.answer ?? FINE), isChecking: answered?.key !== key }
}

async function check(key: string): Promise<ValidationResult> {
  try {
    await call('posts.validate', { body: JSON.parse(key) as PostBody })
    return FINE
  } catch (error) {
    const problem = toProblem(error)
    return problem.violations.length > 0 ? { ...FINE, violations: problem.violations } : { ...FINE, problem }
  }
}

/** Filters the violations at or below a path of the body: `targets`, 0, `content`. */
export function violationsAt(all: readonly Violation[], ...place: (string | number)[]): Violation[] {
  return all.filter(({ loc }) => place.every((part, at) => String(loc[at + 1]) === String(part)))
}
