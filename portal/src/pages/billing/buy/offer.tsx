import { Title } from '@mantine/core'
import { WriteButton } from '../../../components/form/write-button.tsx'
import { StatusBadge } from '../../../components/status-badge.tsx'
import { dollars } from '../../../resources/billing/billing-labels.ts'
import type { PurchaseChoice } from './choice.ts'
import * as css from './offer.module.css'

interface Props {
  readonly choice: PurchaseChoice
  readonly isCurrent?: boolean
  /** Reason why it cannot be bought now. */
  readonly reason?: string | undefined
  readonly onChoose: (choice: PurchaseChoice) => void
}

/** A card of the price book. */
export function Offer({ choice, isCurrent = false, reason, onChoose }: Props) {
  const { title, cents, brings, note, body } = choice
  return (
    <div className={isCurrent ? `panel ${css.offer} is-current` : `panel ${css.offer}`}>
      <div className="offer-head">
        <Title order={3}>{title}</Title>
        {isCurrent && <StatusBadge status="active" label="Current plan" />}
      </div>
      <div className={css.price}>
        {dollars(cents)}
        {body.interval && <span className="dimmed"> a {body.interval}</span>}
      </div>
      <div>{brings}</div>
      <div className={`dimmed ${css.note}`}>{note}</div>
      <WriteButton
        least="owner"
        reason={reason}
        variant="default"
        fullWidth
        aria-label={`${body.plan_id ? 'Subscribe to' : 'Buy'} the ${title}`}
        onClick={() => onChoose(choice)}
      >
        {body.plan_id ? 'Subscribe' : 'Buy'}
      </WriteButton>
    </div>
  )
}
