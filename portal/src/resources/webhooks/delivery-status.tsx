import { StatusBadge } from '../../components/status-badge.tsx'
import { When } from '../../components/time/when.tsx'
import { type Delivery, STATUSES } from './delivery-labels.ts'
import * as css from './delivery-status.module.css'

/** Status of a delivery, with the last response code and the time of the next attempt. */
export function DeliveryStatus({ delivery }: { delivery: Delivery }) {
  const { status, last_response_code, next_attempt_at, attempt } = delivery
  const { word, tone } = STATUSES[status]
  const answer = last_response_code ?? (attempt > 0 ? 'no response' : undefined)
  return (
    <span className={css.status}>
      <StatusBadge status={status} label={status === 'failed' ? 'Failed' : word} tone={tone} />
      {answer !== undefined && <span className="dimmed numbers">{answer}</span>}
      {status === 'failed' && next_attempt_at && (
        <span className={`dimmed ${css.next}`}>
          retry <When at={next_attempt_at} />
        </span>
      )}
    </span>
  )
}
