import { Link } from 'wouter'
import { useIsLink } from '../../api/caller.ts'
import type { Delivery } from './delivery-labels.ts'

/** Opens a delivery beside the list and keeps the filters; in a new tab it is an ordinary link. */
export function DeliveryLink({ delivery, open }: { delivery: Delivery; open: (id: string) => void }) {
  const { id, endpoint_id, event_type } = delivery
  const page = useIsLink() ? `/embed?endpoint=${endpoint_id}&` : '/webhooks/deliveries?'
  return (
    <Link
      href={`${page}delivery=${id}`}
      className="row-link"
      onClick={(event) => {
        event.preventDefault()
        open(id)
      }}
    >
      <code>{event_type}</code>
    </Link>
  )
}
