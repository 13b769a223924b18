import { Title } from '@mantine/core'
import type { Reply } from '../../api/client.ts'
import { CodeBlock } from '../../components/copy/code-block.tsx'
import { formatNumber } from '../../components/time/time.ts'
import { When } from '../../components/time/when.tsx'
import { Timeline, TimelineStep } from '../../components/timeline.tsx'
import { attemptHeaders } from './attempt-headers.ts'
import * as css from './delivery-attempts.module.css'
import { errorBesideCode } from './delivery-labels.ts'

type DeliveryWithAttempts = Reply<'webhook_deliveries.get'>

/** Lists the attempts, newest first, with the response and the request's signature headers. */
export function DeliveryAttempts({ delivery }: { delivery: DeliveryWithAttempts }) {
  const { attempts, next_attempt_at, status } = delivery
  return (
    <section aria-labelledby="delivery-attempts">
      <Title order={3} id="delivery-attempts" mb={8}>
        Attempts
      </Title>
      {attempts.length === 0 && (
        <p className="dimmed webhook-none">{status === 'dead' ? 'Never sent.' : 'Not sent yet.'}</p>
      )}
      {delivery.last_error && attempts.length === 0 && <p className="webhook-none">{delivery.last_error}</p>}
      <Timeline label="Attempts">
        {next_attempt_at && attempts.at(-1)?.attempt === delivery.attempt && (
          <TimelineStep
            title={`Attempt ${delivery.attempt + 1}`}
            outcome="Next"
            tone="info"
            about={<When at={next_attempt_at} />}
          />
        )}
        {attempts.toReversed().map((attempt) => (
          <Attempt key={attempt.attempt} attempt={attempt} delivery={delivery} />
        ))}
      </Timeline>
    </section>
  )
}

function Attempt(props: { attempt: DeliveryWithAttempts['attempts'][number]; delivery: DeliveryWithAttempts }) {
  const { attempt: number, error, response_code, response_body, started_at, duration_ms } = props.attempt
  const message = errorBesideCode(props.attempt)
  return (
    <TimelineStep
      title={`Attempt ${number}`}
      outcome={response_code === null ? 'No response' : `Responded ${response_code}`}
      tone={error ? 'bad' : 'good'}
      about={
        <>
          <When at={started_at} isAbsolute /> · {formatNumber(duration_ms)} ms
        </>
      }
    >
      {message && <div className={css.error}>{message}</div>}
      <details className={css.details}>
        <summary>{response_body ? 'Response and signature headers' : 'Signature headers'}</summary>
        {response_body && <CodeBlock label={`Response to attempt ${number}`} text={response_body} />}
        <p className="dimmed">
          Signatures are computed with the signing secret when a delivery is sent. Compute them with your copy of the
          secret to compare them.
        </p>
        <CodeBlock
          label={`Headers of attempt ${number}`}
          text={attemptHeaders({ eventId: props.delivery.event_id, startedAt: started_at })}
        />
      </details>
    </TimelineStep>
  )
}
