import { Button, Skeleton, Title } from '@mantine/core'
import { PaperAirplaneIcon } from '@primer/octicons-react'
import { useRead, useWrite } from '../../api/hooks.ts'
import { CodeBlock } from '../../components/copy/code-block.tsx'
import { ProblemAlert } from '../../components/form/problem-alert.tsx'
import { WriteButton } from '../../components/form/write-button.tsx'
import { showProblem } from '../../components/notify.ts'
import { StatusBadge } from '../../components/status-badge.tsx'
import { formatNumber } from '../../components/time/time.ts'
import { When } from '../../components/time/when.tsx'
import { useOpened } from '../../components/use-opened.ts'
import { errorBesideCode } from './delivery-labels.ts'
import * as css from './send-test.module.css'
import type { Webhook } from './webhook-labels.ts'

/** Sends a `webhook.test` event to this endpoint alone. */
export function SendTest({ webhook: { id, status } }: { webhook: Webhook }) {
  const [, open] = useOpened('test')
  const test = useWrite('webhooks.test', {
    changes: ['webhook_deliveries'],
    onSuccess: (delivery) => open(delivery.id),
  })
  return (
    <WriteButton
      leftSection={<PaperAirplaneIcon size={16} />}
      loading={test.isPending}
      reason={status === 'disabled' ? 'This endpoint is not receiving events. Resume it first.' : undefined}
      onClick={() => test.mutate({ params: { id } }, { onError: showProblem })}
    >
      Send test event
    </WriteButton>
  )
}

/** Shows the receiver's response to the last test event. */
export function TestAnswer() {
  const [id, open] = useOpened('test')
  const { data, error, refetch } = useRead(
    'webhook_deliveries.get',
    { params: { id } },
    { enabled: id !== '', everySeconds: ({ attempts }) => (attempts.length === 0 ? 1 : undefined) },
  )
  if (id === '') return null
  const attempt = data?.attempts.at(-1)
  return (
    <section className="panel" aria-labelledby="webhook-test" aria-live="polite">
      <div className="webhook-heading">
        <Title order={2} id="webhook-test">
          Response to your test event
        </Title>
        <Button variant="subtle" color="gray" size="compact-sm" onClick={() => open('')}>
          Close
        </Button>
      </div>
      {error && <ProblemAlert problem={error} onRetry={() => void refetch()} />}
      {!error && !attempt && (
        <>
          <StatusBadge status="pending" label="Sending" tone="info" />
          <Skeleton height={44} mt={12} />
        </>
      )}
      {attempt && (
        <>
          <p className={css.testAnswer}>
            <StatusBadge
              status={attempt.error ? 'failed' : 'delivered'}
              label={attempt.response_code === null ? 'No response' : `Responded ${attempt.response_code}`}
            />
            <span className="dimmed">
              after {formatNumber(attempt.duration_ms)} ms · <When at={attempt.started_at} />
            </span>
          </p>
          {errorBesideCode(attempt) && <p>{errorBesideCode(attempt)}</p>}
          <CodeBlock label="Response body" text={attempt.response_body || '(no body)'} />
        </>
      )}
    </section>
  )
}
