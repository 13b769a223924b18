import { WriteButton } from '../../../components/form/write-button.tsx'
import { creditsText } from '../data-labels.ts'
import type { Action } from '../use-actions.ts'
import { useEstimate } from './use-estimate.ts'
import type { RunResult, RunState } from './use-run.ts'

interface Props {
  readonly action: Action
  readonly last: RunResult
  readonly cursor: string
  readonly running: RunState
}

/** Loads the next page of a search, which costs as much as the first; the button shows the price. */
export function NextPage({ action, last, cursor, running }: Props) {
  const body = { ...last.body, cursor }
  const { credits } = useEstimate(action, body)
  return (
    <WriteButton
      variant="default"
      className="load-more"
      loading={running.isRunningNext}
      reason={credits === undefined ? 'The price is still being calculated.' : undefined}
      onClick={() => running.runNext(body, credits ?? 0)}
    >
      {credits === undefined ? 'Next page' : `Next page for up to ${creditsText(credits)}`}
    </WriteButton>
  )
}
