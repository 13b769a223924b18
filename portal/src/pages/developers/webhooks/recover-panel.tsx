import { Text, TextInput, Title } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useWrite } from '../../../api/hooks.ts'
import { ProblemAlert } from '../../../components/form/problem-alert.tsx'
import { WriteButton } from '../../../components/form/write-button.tsx'
import { showDone } from '../../../components/notify.ts'
import { userTimeZone } from '../../../components/time/time.ts'
import { toInstant, toLocal } from '../../../components/time/zoned-time.ts'
import { formatRedriven } from '../../../resources/webhooks/delivery-labels.ts'
import type { Webhook } from '../../../resources/webhooks/webhook-labels.ts'

const DAY_MS = 86_400_000

/** Redrives the endpoint's dead deliveries since a time. */
export function RecoverPanel({ webhook: { id, status } }: { webhook: Webhook }) {
  const zone = userTimeZone()
  const [since, setSince] = useState(() => toLocal(new Date(Date.now() - DAY_MS), zone))
  const recover = useWrite('webhooks.recover', {
    changes: ['webhook_deliveries'],
    onSuccess: ({ recovered }) =>
      showDone(recovered === 0 ? 'No dead deliveries since then.' : formatRedriven(recovered)),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    recover.mutate({ params: { id }, body: { since: toInstant(since, zone) } })
  }
  return (
    <section className="panel" aria-labelledby="webhook-recover">
      <Title order={2} id="webhook-recover" mb={8}>
        Recover
      </Title>
      <Text c="dimmed" mb="xs">
        Redrives every dead delivery since a time, for example after your server was down.
      </Text>
      <form onSubmit={submit}>
        <TextInput
          type="datetime-local"
          label="Since"
          value={since}
          required
          onChange={({ currentTarget }) => setSince(currentTarget.value)}
        />
        {recover.error && <ProblemAlert problem={recover.error} />}
        <WriteButton
          type="submit"
          variant="default"
          size="xs"
          mt="sm"
          loading={recover.isPending}
          reason={status === 'disabled' ? 'Resume the endpoint first.' : undefined}
        >
          Recover deliveries
        </WriteButton>
      </form>
    </section>
  )
}
