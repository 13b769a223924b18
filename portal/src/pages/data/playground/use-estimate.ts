import { useDebouncedValue } from '@mantine/hooks'
import type { Reply } from '../../../api/client.ts'
import { useRead } from '../../../api/hooks.ts'
import type { ProblemError } from '../../../api/problem.ts'
import type { Body } from '../form/fields.ts'
import type { Action } from '../use-actions.ts'

const PAUSE_MS = 250

export type EarlierPurchase = NonNullable<Reply<'data.estimate_find_email'>['data']['purchase']>

export interface Estimate {
  /** Maximum price of the call; undefined while unknown. */
  readonly credits: number | undefined
  /** The last time the workspace bought the same. */
  readonly purchase: EarlierPurchase | undefined
  /** Problem for which the call would be refused. */
  readonly problem: ProblemError | null
}

/** Estimates the maximum price of a call, shortly after the last change. */
export function useEstimate({ estimate }: Action, body: Body, enabled = true): Estimate {
  const text = JSON.stringify(body)
  const [asked] = useDebouncedValue(text, PAUSE_MS)
  // All estimates return their credits in the same shape.
  const { data, error, isPlaceholderData } = useRead(
    estimate as 'data.estimate_find_email',
    { body: JSON.parse(asked) as Record<string, never> },
    { enabled: enabled && asked === text },
  )
  const isCurrent = asked === text && !isPlaceholderData
  const estimated = isCurrent && !error ? data?.data : undefined
  return {
    credits: estimated?.credits,
    purchase: estimated?.purchase ?? undefined,
    problem: isCurrent ? error : null,
  }
}
