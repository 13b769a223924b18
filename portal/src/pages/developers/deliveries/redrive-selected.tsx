import { Button } from '@mantine/core'
import { useWrite } from '../../../api/hooks.ts'
import { showDone, showProblem } from '../../../components/notify.ts'
import { formatNumber } from '../../../components/time.ts'
import type { Selection } from '../../../components/use-selection.ts'
import { WriteButton } from '../../../components/write-button.tsx'
import { countWords, type Delivery } from './delivery-labels.ts'

/** The most ids of one call. */
const IDS_MAX = 1000

/** What can be done with the deliveries that were selected. */
export function RedriveSelected({ selection: { ids, set } }: { selection: Selection<Delivery> }) {
  const redrive = useWrite('webhook_deliveries.redrive_many', {
    changes: ['webhooks'],
    onSuccess: ({ redriven, skipped }) => {
      set([])
      const others = skipped > 0 ? ` ${formatNumber(skipped)} could not be: not dead, or their endpoint is paused.` : ''
      showDone(`${countWords(formatNumber(redriven), redriven === 1)}${others}`)
    },
  })
  const isTooMany = ids.size > IDS_MAX
  return (
    <div className="selection-bar" role="group" aria-label="Selected deliveries">
      <b>{formatNumber(ids.size)} selected</b>
      <Button variant="subtle" color="gray" size="xs" aria-label="Clear the selection" onClick={() => set([])}>
        Clear
      </Button>
      <WriteButton
        size="xs"
        loading={redrive.isPending}
        reason={isTooMany ? `At most ${formatNumber(IDS_MAX)} at once; use Redrive… for more.` : undefined}
        onClick={() => redrive.mutate({ body: { ids: [...ids], max: IDS_MAX } }, { onError: showProblem })}
      >
        Redrive them
      </WriteButton>
    </div>
  )
}
