import { PlusIcon, WebhookIcon } from '@primer/octicons-react'
import { useMemo, useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import type { Reply } from '../../../api/client.ts'
import { useRead } from '../../../api/hooks.ts'
import { useMayWrite } from '../../../app/session.ts'
import { CopyAs } from '../../../components/copy-as.tsx'
import { type Column, CursorList } from '../../../components/cursor-list.tsx'
import { EmptyState } from '../../../components/empty-state.tsx'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { Page } from '../../../components/page.tsx'
import { When } from '../../../components/when.tsx'
import { WriteButton } from '../../../components/write-button.tsx'
import { useWebhooks } from './use-webhooks.ts'
import { HealthBadge, SuccessRate } from './webhook-health.tsx'
import { WebhookMenu } from './webhook-menu.tsx'
import { eventsWords, shortUrl, type Webhook, type WebhookHealth } from './webhook-words.ts'

const CreateWebhook = lazyPart(async () => (await import('./create-webhook.tsx')).CreateWebhook)
const NewSecret = lazyPart(async () => (await import('./new-secret.tsx')).NewSecret)

/** The servers that events are sent to, and how well that goes. */
export function WebhooksPage() {
  const list = useWebhooks()
  const { data: health } = useRead('webhooks.list_health', { query: { limit: 100 } }, { everySeconds: 10 })
  const mayWrite = useMayWrite()
  const [, navigate] = useLocation()
  const isCreating = new URLSearchParams(useSearch()).has('new')
  const [made, setMade] = useState<Reply<'webhooks.create'>>()
  const columns = useMemo(() => columnsOf(new Map(health?.data.map((each) => [each.endpoint_id, each]))), [health])
  const add = (
    <WriteButton leftSection={<PlusIcon size={16} />} onClick={() => navigate('/webhooks?new')}>
      Add an endpoint
    </WriteButton>
  )
  return (
    <Page
      title="Webhooks"
      about="What happens here is sent to your servers within seconds, signed, and again until they answer."
      actions={
        <>
          <CopyAs operation="webhooks.list" input={{}} />
          {add}
        </>
      }
    >
      <CursorList
        label="Endpoints"
        list={list}
        columns={columns}
        empty={
          <EmptyState
            icon={WebhookIcon}
            title="No endpoints yet"
            text="Add the address of your server. You can send it a test and see its answer before anything real happens."
          >
            {add}
          </EmptyState>
        }
      />
      {isCreating && mayWrite && (
        <CreateWebhook
          onClose={() => navigate('/webhooks', { replace: true })}
          onCreated={(webhook) => {
            navigate('/webhooks', { replace: true })
            setMade(webhook)
          }}
        />
      )}
      {made && <NewSecret secret={made.secret} onClose={() => navigate(`/webhooks/${made.id}`)} />}
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
          <Link href={`/webhooks/${id}`} className="row-link">
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
    {
      title: 'More',
      width: '36px',
      isTitleHidden: true,
      isNumber: true,
      render: (webhook) => <WebhookMenu webhook={webhook} className="row-menu" />,
    },
  ]
}
