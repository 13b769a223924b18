import { PlusIcon, WebhookIcon } from '@primer/octicons-react'
import { useMemo, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { Reply } from '../../../api/client.ts'
import { useRead } from '../../../api/hooks.ts'
import { useMayWrite } from '../../../app/session.ts'
import { CopyAs } from '../../../components/copy/copy-as.tsx'
import { WriteButton } from '../../../components/form/write-button.tsx'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { type Column, CursorList } from '../../../components/list/cursor-list.tsx'
import { EmptyState } from '../../../components/list/empty-state.tsx'
import { Page } from '../../../components/page.tsx'
import { endpointColumns } from '../../../resources/webhooks/endpoint-columns.tsx'
import { useWebhooks } from '../../../resources/webhooks/use-webhooks.ts'
import type { Webhook } from '../../../resources/webhooks/webhook-labels.ts'
import { WebhookMenu } from './webhook-menu.tsx'

const CreateWebhook = lazyPart(async () => (await import('./webhook-dialog.tsx')).CreateWebhook)
const NewSecret = lazyPart(async () => (await import('../../../resources/webhooks/new-secret.tsx')).NewSecret)

const MORE: Column<Webhook> = {
  title: 'Actions',
  width: '36px',
  isTitleHidden: true,
  isNumber: true,
  render: (webhook) => <WebhookMenu webhook={webhook} className="row-menu" />,
}

/** Lists the endpoints with their delivery health. */
export function WebhooksPage() {
  const list = useWebhooks()
  const { data: health } = useRead('webhooks.list_health', { query: { limit: 100 } }, { everySeconds: 10 })
  const mayWrite = useMayWrite()
  const [, navigate] = useLocation()
  const isCreating = new URLSearchParams(useSearch()).has('new')
  const [made, setMade] = useState<Reply<'webhooks.create'>>()
  const columns = useMemo(() => [...endpointColumns(health?.data, (id) => `/webhooks/${id}`), MORE], [health])
  const add = (
    <WriteButton leftSection={<PlusIcon size={16} />} onClick={() => navigate('/webhooks?new')}>
      Add endpoint
    </WriteButton>
  )
  return (
    <Page
      title="Webhooks"
      about="Signed events are sent to your servers within seconds and retried until they are accepted."
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
            text="Add the URL of your server. You can send a test event and see the response before real events arrive."
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
