import { Skeleton, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { Reply } from '../../../api/client.ts'
import { Amounts } from '../../../components/amounts.tsx'
import { formatCount } from '../../../components/count.ts'
import { ConfirmDialog } from '../../../components/form/confirm-dialog.tsx'
import { WriteButton } from '../../../components/form/write-button.tsx'
import { StatusBadge } from '../../../components/status-badge.tsx'
import { When } from '../../../components/time/when.tsx'
import { dollars, nameIn, type Pricing } from '../../../resources/billing/billing-labels.ts'

interface Props {
  readonly billing: Reply<'credits.billing'> | undefined
  readonly pricing: Pricing | undefined
}

export function Subscription({ billing, pricing }: Props) {
  const [isAsking, setAsking] = useState(false)
  const subscription = billing?.subscription
  if (!billing) return <Skeleton height={196} radius={10} />
  return (
    <section className="panel" aria-labelledby="subscription-title">
      <Title order={2} id="subscription-title" mb="xs">
        Subscription
      </Title>
      {!subscription && (
        <Text c="dimmed">
          No subscription. A plan gives you new credits every month, for less than packs of the same size.
        </Text>
      )}
      {subscription && (
        <>
          <Amounts
            items={[
              ['Plan', nameIn(pricing?.plans, subscription.plan_id)],
              [
                'Status',
                <StatusBadge key="status" status={subscription.status} {...describeSubscription(subscription)} />,
              ],
              ['Price', `${dollars(subscription.price_usd_cents)} a ${subscription.interval}`],
              [
                `Next ${formatCount(subscription.credits_per_month, 'credit')}`,
                <When key="next" at={subscription.next_credits_at} none="None" isAbsolute />,
              ],
              ['Paid until', <When key="until" at={subscription.current_period_end} isAbsolute />],
            ]}
          />
          {subscription.status !== 'canceled' && !subscription.cancel_at_period_end && (
            <WriteButton least="owner" variant="default" mt="sm" onClick={() => setAsking(true)}>
              Cancel subscription…
            </WriteButton>
          )}
        </>
      )}
      {isAsking && (
        <ConfirmDialog
          operation="credits.cancel_subscription"
          input={{}}
          isDangerous
          title="Cancel subscription?"
          confirmLabel="Cancel at period end"
          cancelLabel="Keep subscription"
          doneMessage="Subscription canceled. It ends with the paid period."
          onClose={() => setAsking(false)}
        >
          <Text>
            You keep receiving credits until the paid period ends, and you keep the credits you have. The subscription
            is not renewed; you can choose a new plan once it has ended.
          </Text>
        </ConfirmDialog>
      )}
    </section>
  )
}

function describeSubscription({ status, cancel_at_period_end }: NonNullable<Reply<'credits.billing'>['subscription']>) {
  if (status === 'past_due') return { label: 'Payment due', tone: 'bad' as const }
  if (status === 'canceled') return { label: 'Ended', tone: 'quiet' as const }
  return cancel_at_period_end ? { label: 'Cancels at period end', tone: 'warn' as const } : {}
}
