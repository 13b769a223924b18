import { Button } from '@mantine/core'
import { useWrite } from '../../../api/hooks.ts'
import { WriteButton } from '../../../components/form/write-button.tsx'
import type { Selection } from '../../../components/list/use-selection.ts'
import { showDone, showProblem } from '../../../components/notify.ts'
import { formatNumber } from '../../../components/time/time.ts'
import { type Delivery, formatRedriven } from '../../../resources/webhooks/delivery-labels.ts'
import * as css from './redrive-selected.module.css'

/** Maximum number of ids in one call. */
const IDS_MAX = 1000

/** Bulk actions for the selected deliveries. */
export function RedriveSelected({ selection: { ids, set } }: { selection: Selection<Delivery> }) {
  const redrive = useWrite('webhook_deliveries.redrive_many', {
    changes: ['webhooks'],
    onSuccess: ({ redriven, skipped }) => {
      set([])
      const others = skipped > 0 ? ` ${formatNumber(skipped)} skipped: not dead, or the endpoint is paused.` : ''
      showDone(`${formatRedriven(redriven)}${others}`)
    },
  })
  const isTooMany = ids.size > IDS_MAX
  return (
    <div className={css.bar} role="group" aria-label="Selected deliveries">
      <b>{formatNumber(ids.size)} selected</b>
      <Button variant="subtle" color="gray" size="xs" aria-label="Clear selection" onClick={() => set([])}>
        Clear
      </Button>
      <WriteButton
        size="xs"
        loading={redrive.isPending}
        reason={
          isTooMany ? `You can redrive up to ${formatNumber(IDS_MAX)} at a time. Use Redrive… for more.` : undefined
        }
        onClick={() => redrive.mutate({ body: { ids: [...ids], max: IDS_MAX } }, { onError: showProblem })}
      >
        Redrive selected
      </WriteButton>
    </div>
  )
}
