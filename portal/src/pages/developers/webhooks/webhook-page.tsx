import { Skeleton, Title } from '@mantine/core'
import { Link, useLocation, useParams } from 'wouter'
import { useRead } from '../../../api/hooks.ts'
import { BackLink } from '../../../components/back-link.tsx'
import { CopyAs } from '../../../components/copy/copy-as.tsx'
import { CopyButton } from '../../../components/copy/copy-button.tsx'
import { ProblemAlert } from '../../../components/form/problem-alert.tsx'
import { Page } from '../../../components/page.tsx'
import { LastDeliveries } from '../../../resources/webhooks/last-deliveries.tsx'
import { SecretPanel } from '../../../resources/webhooks/secret-panel.tsx'
import { SendTest, TestAnswer } from '../../../resources/webhooks/send-test.tsx'
import { WebhookFacts } from '../../../resources/webhooks/webhook-facts.tsx'
import { webhookName } from '../../../resources/webhooks/webhook-labels.ts'
import { WebhookNumbers } from '../../../resources/webhooks/webhook-numbers.tsx'
import { RecoverPanel } from './recover-panel.tsx'
import { WebhookMenu } from './webhook-menu.tsx'
import { WebhookStopped } from './webhook-stopped.tsx'

const back = <BackLink href="/webhooks">Webhooks</BackLink>

/** One endpoint with its health, deliveries, secret and recovery. */
export function WebhookPage() {
  const { id = '' } = useParams()
  const [, navigate] = useLocation()
  const { data: webhook, error, refetch } = useRead('webhooks.get', { params: { id } }, { everySeconds: 15 })
  const health = useRead('webhooks.health', { params: { id } }, { everySeconds: 3 })
  if (error)
    return (
      <Page title="Endpoint" back={back}>
        <ProblemAlert problem={error} onRetry={() => void refetch()} />
      </Page>
    )
  return (
    <Page
      title={webhook ? webhookName(webhook) : 'Endpoint'}
      about={
        <span className="webhook-url">
          {webhook ? webhook.url : 'URL'}
          {webhook && <CopyButton value={webhook.url} label="Copy URL" />}
        </span>
      }
      back={back}
      actions={
        webhook ? (
          <>
            <CopyAs operation="webhooks.get" input={{ params: { id } }} />
            <WebhookMenu className="quiet-button" webhook={webhook} onDeleted={() => navigate('/webhooks')} />
            <SendTest webhook={webhook} />
          </>
        ) : (
          <Skeleton height={36} width={317} />
        )
      }
    >
      <div className="webhook">
        <div className="webhook-main">
          {webhook?.status === 'disabled' && <WebhookStopped webhook={webhook} />}
          <WebhookNumbers webhook={webhook} health={health.data} />
          <TestAnswer />
          <section aria-labelledby="webhook-deliveries">
            <div className="webhook-heading">
              <Title order={2} id="webhook-deliveries">
                Recent deliveries
              </Title>
              <Link href={`/webhooks/deliveries?endpoint=${id}`}>All deliveries</Link>
            </div>
            <LastDeliveries id={id} />
          </section>
        </div>
        <aside className="webhook-side" aria-label="Settings">
          {webhook ? (
            <>
              <WebhookFacts webhook={webhook} />
              <SecretPanel webhook={webhook} />
              <RecoverPanel webhook={webhook} />
            </>
          ) : (
            <>
              <Skeleton height={190} />
              <Skeleton height={176} />
              <Skeleton height={245} />
            </>
          )}
        </aside>
      </div>
    </Page>
  )
}
