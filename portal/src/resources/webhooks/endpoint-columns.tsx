import { Link } from 'wouter'
import type { Column } from '../../components/list/cursor-list.tsx'
import { When } from '../../components/time/when.tsx'
import { HealthBadge, SuccessRate } from './webhook-health.tsx'
import { eventsWords, shortUrl, type Webhook, type WebhookHealth } from './webhook-labels.ts'

/** Builds the columns of a list of endpoints; `toEndpointHref` returns the page of one. */
export function endpointColumns(
  list: readonly WebhookHealth[] | undefined,
  toEndpointHref: (id: string) => string,
): Column<Webhook>[] {
  const health = new Map(list?.map((each) => [each.endpoint_id, each]))
  return [
    {
      title: 'Endpoint',
      width: '2.6fr',
      render: ({ id, url, description }) => (
        <>
          <Link href={toEndpointHref(id)} className="row-link">
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
      title: 'Status',
      width: '1.3fr',
      render: (webhook) => <HealthBadge webhook={webhook} health={health.get(webhook.id)} />,
    },
  ]
}
