import { WebhookIcon } from '@primer/octicons-react'
import { useMemo } from 'react'
import { Link } from 'wouter'
import { useRead } from '../../api/hooks.ts'
import { type Column, CursorList } from '../../components/cursor-list.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Page } from '../../components/page.tsx'
import { useOpened } from '../../components/use-opened.ts'
import { When } from '../../components/when.tsx'
import { useWebhooks } from '../developers/webhooks/use-webhooks.ts'
import { HealthBadge, SuccessRate } from '../developers/webhooks/webhook-health.tsx'
import { eventsWords, shortUrl, type Webhook, type WebhookHealth } from '../developers/webhooks/webhook-words.ts'
import { EmbedEndpoint } from './embed-endpoint.tsx'

/** The endpoints that the link shows, or one of them. */
export function EmbedWebhooks({ site }: { site: string }) {
  const [id] = useOpened('endpoint')
  return id ? <EmbedEndpoint key={id} id={id} site={site} /> : <EmbedEndpoints site={site} />
}

function EmbedEndpoints({ site }: { site: string }) {
  const list = useWebhooks()
  const { data: health } = useRead('webhooks.list_health', { query: { limit: 100 } }, { everySeconds: 10 })
  const columns = useMemo(() => columnsOf(new Map(health?.data.map((each) => [each.endpoint_id, each]))), [health])
  return (
    <Page title="Webhooks" site={site} about="The servers that events are sent to, and how well that goes.">
      <CursorList
        label="Endpoints"
        list={list}
        columns={columns}
        empty={
          <EmptyState
            icon={WebhookIcon}
            title="No endpoints"
            text={`There is no endpoint to show here. Ask ${site} to add yours.`}
          />
        }
      />
    </Page>
  )
}

function columnsOf(health: ReadonlyMap<string, WebhookHealth>): Column<Webhook>[] {
  return [
    {
      title: 'Endpoint',
      width: '2.6fr',
      render: ({ id, url, description }) => (
        <>
          <Link href={`/embed?page=webhooks&endpoint=${id}`} className="row-link">
            {shortUrl(url)}
          </Link>
          {description && <div className="dimmed">{description}</div>}
        </>
      ),
    },
    {
      title: 'Events',
      width: '1.4fr',
      render: ({ events }) => <span title={events.join('\n')}>{eventsWords(events)}</span>,
    },
    { title: 'Last 24 hours', width: '1.5fr', render: ({ id }) => <SuccessRate health={health.get(id)} /> },
    {
      title: 'Last success',
      width: '1fr',
      render: ({ id }) => <When at={health.get(id)?.last_success_at ?? null} none="Never" />,
    },
    {
      title: 'State',
      width: '1.3fr',
      render: (webhook) => <HealthBadge webhook={webhook} health={health.get(webhook.id)} />,
    },
  ]
}
