import { useDebouncedValue } from '@mantine/hooks'
import { useRead } from '../../../api/hooks.ts'
import type { ProblemError } from '../../../api/problem.ts'
import type { Body } from '../form/fields.ts'
import type { Action } from '../use-actions.ts'

const PAUSE_MS = 250

export interface Estimate {
  /** The most that the call can cost; undefined while that is not known. */
  readonly credits: number | undefined
  /** What the call itself would be refused for. */
  readonly problem: ProblemError | null
}

/** What a call with this body costs at most, asked a moment after the last change. */
export function useEstimate({ estimate }: Action, body: Body, enabled = true): Estimate {
  const text = JSON.stringify(body)
  const [asked] = useDebouncedValue(text, PAUSE_MS)
  // Every estimate says its credits in the same place.
  const { data, error, isPlaceholderData } = useRead(
    estimate as 'data.estimate_find_email',
    { body: JSON.parse(asked) as Record<string, never> },
    { enabled: enabled && asked === text },
  )
  const isCurrent = asked === text && !isPlaceholderData
  return { credits: isCurrent && !error ? data?.data.credits : undefined, problem: isCurrent ? error : null }
}
