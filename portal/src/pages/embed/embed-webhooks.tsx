import { WebhookIcon } from '@primer/octicons-react'
import { useMemo } from 'react'
import { useRead } from '../../api/hooks.ts'
import { CursorList } from '../../components/list/cursor-list.tsx'
import { EmptyState } from '../../components/list/empty-state.tsx'
import { Page } from '../../components/page.tsx'
import { useOpened } from '../../components/use-opened.ts'
import { endpointColumns } from '../../resources/webhooks/endpoint-columns.tsx'
import { useWebhooks } from '../../resources/webhooks/use-webhooks.ts'
import { EmbedEndpoint } from './embed-endpoint.tsx'

const toEndpointHref = (id: string) => `/embed?page=webhooks&endpoint=${id}`

/** Lists the endpoints of the link, or shows one of them. */
export function EmbedWebhooks({ site }: { site: string }) {
  const [id] = useOpened('endpoint')
  return id ? <EmbedEndpoint key={id} id={id} site={site} /> : <EmbedEndpoints site={site} />
}

function EmbedEndpoints({ site }: { site: string }) {
  const list = useWebhooks()
  const { data: health } = useRead('webhooks.list_health', { query: { limit: 100 } }, { everySeconds: 10 })
  const columns = useMemo(() => endpointColumns(health?.data, toEndpointHref), [health])
  return (
    <Page title="Webhooks" site={site} about="The endpoints that receive events, and their delivery health.">
      <CursorList
        label="Endpoints"
        list={list}
        columns={columns}
        empty={<EmptyState icon={WebhookIcon} title="No endpoints" text={`Ask ${site} to add your endpoint.`} />}
      />
    </Page>
  )
}
