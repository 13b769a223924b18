import { Group, NativeSelect, Skeleton, Text, TextInput, Title } from '@mantine/core'
import type { Reply } from '../../../api/client.ts'
import { useWrite } from '../../../api/hooks.ts'
import { useReadOnlyReason } from '../../../app/session.ts'
import { showDone, showProblem } from '../../../components/notify.ts'
import { ProblemAlert } from '../../../components/problem-alert.tsx'
import { StatusBadge } from '../../../components/status-badge.tsx'
import { formatNumber } from '../../../components/time.ts'
import { useApiForm } from '../../../components/use-api-form.ts'
import { WriteButton } from '../../../components/write-button.tsx'
import { dollars, type Pricing } from '../billing-labels.ts'

interface Props {
  readonly billing: Reply<'credits.billing'> | undefined
  readonly pricing: Pricing | undefined
}

const REASONS: Readonly<Record<string, string>> = {
  no_payment_method: 'There is no saved way to pay: buy a pack or a plan once, and it is saved.',
  unknown_pack: 'The pack is no longer sold: choose another.',
  disputed: 'A payment is disputed: pay with another card once.',
}

/** Buys a pack by itself when few credits are left. */
export function AutoTopup({ billing, pricing }: Props) {
  if (!billing || !pricing) return <Skeleton height={196} radius={8} />
  return <TopupForm billing={billing} pricing={pricing} />
}

function TopupForm({
  billing: { auto_topup: topup },
  pricing,
}: {
  billing: Reply<'credits.billing'>
  pricing: Pricing
}) {
  const readOnly = useReadOnlyReason('owner') !== undefined
  const { form, submit, problem, isSending } = useApiForm('credits.set_auto_topup', {
    initialValues: {
      threshold: String(topup?.threshold ?? 100),
      pack_id: topup?.pack_id ?? pricing.packs[0]?.id ?? '',
    },
    toInput: ({ threshold, pack_id }) => ({ body: { threshold: Number(threshold), pack_id } }),
    onSuccess: () => showDone('Credits are bought by themselves from now on.'),
  })
  const stop = useWrite('credits.delete_auto_topup', {
    onSuccess: () => showDone('The automatic top-up is off.'),
  })
  return (
    <section className="panel" aria-labelledby="topup-title">
      <div className="offer-head">
        <Title order={2} id="topup-title">
          Automatic top-up
        </Title>
        <StatusBadge status={topup?.status ?? 'off'} />
      </div>
      <Text c="dimmed" mb="sm">
        {topup?.reason
          ? (REASONS[topup.reason] ?? topup.reason)
          : 'Buys a pack with the saved way to pay when few credits are left.'}
      </Text>
      <form onSubmit={submit}>
        <div className="topup-fields">
          <TextInput
            label="When fewer than"
            inputMode="numeric"
            required
            pattern="[0-9]+"
            disabled={readOnly}
            {...form.getInputProps('threshold')}
          />
          <NativeSelect
            label="Buy"
            disabled={readOnly}
            data={pricing.packs.map(({ id, name, credits, price_usd_cents }) => ({
              value: id,
              label: `${name}: ${formatNumber(credits)} for ${dollars(price_usd_cents)}`,
            }))}
            {...form.getInputProps('pack_id')}
          />
        </div>
        {problem && <ProblemAlert problem={problem} />}
        <Group gap="xs" mt="sm">
          <WriteButton least="owner" type="submit" loading={isSending} variant="default">
            {topup ? 'Save' : 'Turn on'}
          </WriteButton>
          {topup && (
            <WriteButton
              least="owner"
              variant="subtle"
              color="gray"
              loading={stop.isPending}
              onClick={() => stop.mutate({}, { onError: showProblem })}
            >
              Turn off
            </WriteButton>
          )}
        </Group>
      </form>
    </section>
  )
}
