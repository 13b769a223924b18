import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatNumber } from '../../components/time/time.ts'
import { When } from '../../components/time/when.tsx'
import { formatPercent, HealthBadge } from './webhook-health.tsx'
import type { Webhook, WebhookHealth } from './webhook-labels.ts'
import * as css from './webhook-numbers.module.css'

/** Delivery figures of the last 24 hours. */
export function WebhookNumbers({
  webhook,
  health,
}: {
  webhook: Webhook | undefined
  health: WebhookHealth | undefined
}) {
  if (!webhook || !health) return <Skeleton height={139} />
  const { deliveries, success_rate, waiting, failures_in_a_row, last_success_at, last_failure_at } = health
  return (
    <section className="panel webhook-health" aria-label="Health">
      <dl className={css.numbers}>
        <Figure name="Success rate, last 24 hours" value={success_rate === null ? '–' : formatPercent(success_rate)} />
        <Figure name="Delivered" value={formatNumber(deliveries.delivered)} />
        <Figure name="Pending" value={formatNumber(waiting)} />
        <Figure name="Dead" value={formatNumber(deliveries.dead)} isBad={deliveries.dead > 0} />
      </dl>
      <div className={css.last}>
        <HealthBadge webhook={webhook} health={health} />
        <span className="dimmed">
          Last success <When at={last_success_at} none="never" />
        </span>
        <span className="dimmed">
          Last failure <When at={last_failure_at} none="never" />
        </span>
        {failures_in_a_row > 1 && <span className="dimmed">{formatNumber(failures_in_a_row)} failures in a row</span>}
      </div>
    </section>
  )
}

function Figure({ name, value, isBad = false }: { name: string; value: ReactNode; isBad?: boolean }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={isBad ? 'numbers is-bad' : 'numbers'}>{value}</dd>
    </div>
  )
}
