import { Anchor, NativeSelect, Skeleton, Text, TextInput, Title } from '@mantine/core'
import { Link } from 'wouter'
import type { Reply } from '../../../api/client.ts'
import { useWrite } from '../../../api/hooks.ts'
import { useReadOnlyReason } from '../../../app/session.ts'
import { ApiForm } from '../../../components/form/api-form.tsx'
import { useApiForm } from '../../../components/form/use-api-form.ts'
import { WriteButton } from '../../../components/form/write-button.tsx'
import { showDone, showProblem } from '../../../components/notify.ts'
import { StatusBadge } from '../../../components/status-badge.tsx'
import { formatNumber } from '../../../components/time/time.ts'
import { dollars, type Pricing } from '../../../resources/billing/billing-labels.ts'
import * as css from './auto-topup.module.css'

interface Props {
  readonly billing: Reply<'credits.billing'> | undefined
  readonly pricing: Pricing | undefined
}

const REASONS: Readonly<Record<string, string>> = {
  no_payment_method: 'No payment method is saved. Buy a pack or a plan once to save one.',
  unknown_pack: 'This pack is no longer available. Choose another one.',
  disputed: 'A payment is disputed. Pay once with another card.',
}

const BY_HAND =
  'Orders a pack when credits run low. No payment method is saved on this server: you pay each order by its instructions, and its credits are added once an operator approves it.'

/** Buys a pack automatically when credits run low. */
export function AutoTopup({ billing, pricing }: Props) {
  if (!billing || !pricing) return <Skeleton height={196} radius={10} />
  return <TopupForm billing={billing} pricing={pricing} />
}

function TopupForm({
  billing: { auto_topup: topup, provider },
  pricing,
}: {
  billing: Reply<'credits.billing'>
  pricing: Pricing
}) {
  const reason = useReadOnlyReason('owner')
  const { form, ...api } = useApiForm('credits.set_auto_topup', {
    initialValues: {
      threshold: String(topup?.threshold ?? 100),
      pack_id: topup?.pack_id ?? pricing.packs[0]?.id ?? '',
    },
    toInput: ({ threshold, pack_id }) => ({ body: { threshold: Number(threshold), pack_id } }),
    edited: topup ?? undefined,
    onSuccess: ({ reason: missing }) =>
      showDone(missing === null ? 'Automatic top-up is on' : 'Automatic top-up saved, but it cannot buy anything yet'),
  })
  const stop = useWrite('credits.delete_auto_topup', {
    onSuccess: () => showDone('Automatic top-up is off'),
  })
  const isByHand = provider === 'manual'
  return (
    <section className="panel" aria-labelledby="topup-title">
      <div className="offer-head">
        <Title order={2} id="topup-title">
          Automatic top-up
        </Title>
        <StatusBadge
          status={topup?.status ?? 'off'}
          {...(isByHand && topup?.status === 'active' && { label: 'Needs approval', tone: 'warn' })}
        />
      </div>
      <Text c="dimmed" mb="sm">
        {topup?.reason
          ? (REASONS[topup.reason] ?? topup.reason)
          : isByHand
            ? BY_HAND
            : 'Buys a pack with the saved payment method when credits run low.'}
        {topup?.open_order_id && (
          <>
            {' '}
            <Anchor component={Link} href={`/billing/orders?order=${topup.open_order_id}`}>
              View pending order
            </Anchor>
          </>
        )}
      </Text>
      <ApiForm
        api={api}
        submitLabel={topup ? 'Save' : 'Turn on'}
        variant="default"
        reason={reason}
        beside={
          topup && (
            <WriteButton
              least="owner"
              variant="subtle"
              color="gray"
              loading={stop.isPending}
              onClick={() => stop.mutate({}, { onError: showProblem })}
            >
              Turn off
            </WriteButton>
          )
        }
      >
        <div className={css.fields}>
          <TextInput
            label="When credits fall below"
            inputMode="numeric"
            required
            pattern="[0-9]+"
            disabled={reason !== undefined}
            {...form.getInputProps('threshold')}
          />
          <NativeSelect
            label="Buy"
            disabled={reason !== undefined}
            data={pricing.packs.map(({ id, name, credits, price_usd_cents }) => ({
              value: id,
              label: `${name}: ${formatNumber(credits)} for ${dollars(price_usd_cents)}`,
            }))}
            {...form.getInputProps('pack_id')}
          />
        </div>
      </ApiForm>
    </section>
  )
}
