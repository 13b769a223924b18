import { SegmentedControl, Skeleton, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useRead } from '../../../api/hooks.ts'
import { CopyAs } from '../../../components/copy/copy-as.tsx'
import { ProblemAlert } from '../../../components/form/problem-alert.tsx'
import { useFilters } from '../../../components/list/use-filters.ts'
import { BillingFrame } from '../billing-frame.tsx'
import { AutoTopup } from './auto-topup.tsx'
import * as css from './buy-page.module.css'
import { Checkout } from './checkout.tsx'
import type { PurchaseChoice } from './choice.ts'
import { packChoice, planChoice } from './choice.ts'
import { Offer } from './offer.tsx'
import { Subscription } from './subscription.tsx'

/** The price book, the subscription and the automatic top-up. */
export function BuyPage() {
  const pricing = useRead('pricing.get')
  const billing = useRead('credits.billing', undefined, { everySeconds: 15 })
  const { values, set } = useFilters(['interval'])
  const [choice, setChoice] = useState<PurchaseChoice>()
  const interval = values.interval === 'year' ? 'year' : 'month'
  const running = billing.data?.subscription?.status !== 'canceled' ? billing.data?.subscription : undefined
  if (pricing.error)
    return (
      <BillingFrame>
        <ProblemAlert problem={pricing.error} onRetry={() => void pricing.refetch()} />
      </BillingFrame>
    )
  const waiting = Array.from({ length: 4 }, (_, n) => <Skeleton key={n} height={188} radius={10} />)
  return (
    <BillingFrame actions={<CopyAs operation="pricing.get" input={{}} />}>
      <div className={css.buy}>
        <section aria-labelledby="plans-title">
          <header className={css.buyHead}>
            <div>
              <Title order={2} id="plans-title">
                Plans
              </Title>
              <Text c="dimmed">New credits every month. Unused credits roll over, up to twice the monthly amount.</Text>
            </div>
            <SegmentedControl
              aria-label="Billing interval"
              value={interval}
              onChange={(value) => set('interval', value === 'year' ? 'year' : '')}
              data={[
                { value: 'month', label: 'Monthly' },
                { value: 'year', label: 'Yearly: two months free' },
              ]}
            />
          </header>
          <div className={css.offers}>
            {pricing.data?.plans.map((plan) => (
              <Offer
                key={plan.id}
                choice={planChoice(plan, interval)}
                isCurrent={running?.plan_id === plan.id && running.interval === interval}
                reason={
                  running
                    ? 'You already have a subscription. Cancel it first, then subscribe once it has ended.'
                    : undefined
                }
                onChoose={setChoice}
              />
            )) ?? waiting}
          </div>
        </section>
        <section aria-labelledby="packs-title">
          <Title order={2} id="packs-title">
            Packs
          </Title>
          <Text c="dimmed" mb="sm">
            One-time purchases that never expire.
          </Text>
          <div className={css.offers}>
            {pricing.data?.packs.map((pack) => (
              <Offer key={pack.id} choice={packChoice(pack)} onChoose={setChoice} />
            )) ?? waiting}
          </div>
        </section>
        {billing.error && <ProblemAlert problem={billing.error} onRetry={() => void billing.refetch()} />}
        {!billing.error && (
          <div className="billing-halves">
            <Subscription billing={billing.data} pricing={pricing.data} />
            <AutoTopup key={billing.data?.auto_topup?.updated_at} billing={billing.data} pricing={pricing.data} />
          </div>
        )}
        <Text c="dimmed" size="sm">
          Price book {pricing.data?.price_book ?? '…'}. Prices in US dollars. A new workspace gets{' '}
          {pricing.data?.free_credits ?? '…'} free credits.
        </Text>
      </div>
      {choice && billing.data && (
        <Checkout choice={choice} provider={billing.data.provider} onClose={() => setChoice(undefined)} />
      )}
    </BillingFrame>
  )
}
