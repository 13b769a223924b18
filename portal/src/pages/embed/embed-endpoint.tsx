import { Skeleton, Title } from '@mantine/core'
import { StopIcon } from '@primer/octicons-react'
import { useRead } from '../../api/hooks.ts'
import { BackLink } from '../../components/back-link.tsx'
import { CopyButton } from '../../components/copy/copy-button.tsx'
import { ProblemAlert } from '../../components/form/problem-alert.tsx'
import { Page } from '../../components/page.tsx'
import { LastDeliveries } from '../../resources/webhooks/last-deliveries.tsx'
import { SecretPanel } from '../../resources/webhooks/secret-panel.tsx'
import { SendTest, TestAnswer } from '../../resources/webhooks/send-test.tsx'
import { WebhookFacts } from '../../resources/webhooks/webhook-facts.tsx'
import { webhookName } from '../../resources/webhooks/webhook-labels.ts'
import { WebhookNumbers } from '../../resources/webhooks/webhook-numbers.tsx'

const back = <BackLink href="/embed?page=webhooks">Webhooks</BackLink>

/** One endpoint with its health, deliveries and secret. Changes reserved to the workspace are not offered. */
export function EmbedEndpoint({ id, site }: { id: string; site: string }) {
  const { data: webhook, error, refetch } = useRead('webhooks.get', { params: { id } }, { everySeconds: 15 })
  const health = useRead('webhooks.health', { params: { id } }, { enabled: webhook !== undefined, everySeconds: 3 })
  if (error)
    return (
      <Page title="Endpoint" site={site} back={back}>
        <ProblemAlert problem={error} onRetry={() => void refetch()} />
      </Page>
    )
  return (
    <Page
      title={webhook ? webhookName(webhook) : 'Endpoint'}
      site={site}
      about={
        <span className="webhook-url">
          {webhook ? webhook.url : 'URL'}
          {webhook && <CopyButton value={webhook.url} label="Copy URL" />}
        </span>
      }
      back={back}
      actions={webhook ? <SendTest webhook={webhook} /> : <Skeleton height={36} width={140} />}
    >
      <div className="webhook">
        <div className="webhook-main">
          {webhook?.status === 'disabled' && <Stopped site={site} />}
          <WebhookNumbers webhook={webhook} health={health.data} />
          <TestAnswer />
          <section aria-labelledby="webhook-deliveries">
            <div className="webhook-heading">
              <Title order={2} id="webhook-deliveries">
                Deliveries
              </Title>
            </div>
            <LastDeliveries id={id} isWhole />
          </section>
        </div>
        <aside className="webhook-side" aria-label="Settings">
          {webhook ? (
            <>
              <WebhookFacts webhook={webhook} />
              <SecretPanel webhook={webhook} />
            </>
          ) : (
            <>
              <Skeleton height={190} />
              <Skeleton height={176} />
            </>
          )}
        </aside>
      </div>
    </Page>
  )
}

function Stopped({ site }: { site: string }) {
  return (
    <div className="webhook-stopped" role="status">
      <StopIcon size={16} />
      <div>
        <b>This endpoint is disabled</b>
        <p className="dimmed">Events are stored but not delivered. Ask {site} to enable it again.</p>
      </div>
    </div>
  )
}
