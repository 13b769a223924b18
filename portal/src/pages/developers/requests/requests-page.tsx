import { PulseIcon } from '@primer/octicons-react'
import { useMemo } from 'react'
import { Link } from 'wouter'
import { useList } from '../../../api/hooks.ts'
import { CopyAs } from '../../../components/copy/copy-as.tsx'
import { Credits } from '../../../components/credits.tsx'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { type Column, CursorList } from '../../../components/list/cursor-list.tsx'
import { EmptyState, NoMatches } from '../../../components/list/empty-state.tsx'
import { Page } from '../../../components/page.tsx'
import { StatusBadge } from '../../../components/status-badge.tsx'
import { When } from '../../../components/time/when.tsx'
import { useOpened } from '../../../components/use-opened.ts'
import { OpenRequest } from './open-request.tsx'
import { RequestFilters, useRequestFilters } from './request-filters.tsx'
import {
  describeStatus,
  formatDuration,
  formatSize,
  type ListedRequest,
  nameCaller,
  OUTCOMES,
} from './request-labels.ts'
import * as css from './requests-page.module.css'
import { useCallers } from './use-callers.ts'

const RequestDrawer = lazyPart(async () => (await import('./request-drawer.tsx')).RequestDrawer)

/** The log of requests. */
export function RequestsPage() {
  const { query, ...filters } = useRequestFilters()
  const list = useList('requests.list', { query: { limit: 100, ...query } }, { everySeconds: 5 })
  const callers = useCallers()
  const [opened, open] = useOpened('request')
  const columns = useMemo(() => buildColumns(open), [open])
  return (
    <Page
      title="Requests"
      about="Every request by your keys and apps, and what people changed in the portal. Open one to see its error or its receipt."
      actions={<CopyAs operation="requests.list" input={{ query }} />}
    >
      <OpenRequest open={open} />
      <RequestFilters filters={filters} callers={callers} />
      <CursorList
        label="Requests"
        list={list}
        columns={columns}
        getKey={getRequestId}
        empty={<NoRequests isFiltered={filters.isAny} clear={filters.clear} />}
      />
      {opened && <RequestDrawer id={opened} onClose={() => open('')} />}
    </Page>
  )
}

function getRequestId({ request_id }: ListedRequest): string {
  return request_id
}

function NoRequests({ isFiltered, clear }: { isFiltered: boolean; clear: () => void }) {
  if (isFiltered) return <NoMatches of="requests" onClear={clear} />
  return (
    <EmptyState
      icon={PulseIcon}
      title="No requests yet"
      text="Requests with your API keys appear here within seconds."
    />
  )
}

function buildColumns(open: (id: string) => void): Column<ListedRequest>[] {
  return [
    {
      title: 'Request',
      width: '2.6fr',
      render: (request) => (
        <>
          <Link
            href={`/requests?request=${request.request_id}`}
            className="row-link"
            onClick={(event) => {
              event.preventDefault()
              open(request.request_id)
            }}
          >
            {describeRequest(request)}
          </Link>
          <code className={`${css.id} dimmed`}>{request.request_id}</code>
        </>
      ),
    },
    { title: 'Status', width: '1.1fr', render: renderStatus },
    { title: 'Called by', width: '1.1fr', render: ({ caller }) => nameCaller(caller) },
    { title: 'Time', width: '0.9fr', render: ({ created_at }) => <When at={created_at} /> },
    {
      title: 'Duration',
      width: '72px',
      isNumber: true,
      render: ({ ms }) => (ms === null ? '–' : formatDuration(ms)),
    },
    {
      title: 'Size',
      width: '64px',
      isNumber: true,
      render: ({ response_bytes }) => (response_bytes === null ? '–' : formatSize(response_bytes)),
    },
    { title: 'Credits', width: '84px', isNumber: true, render: renderCredits },
  ]
}

/** A metered call that is no longer in the log is named by its actions. */
function describeRequest({ method, path, actions }: ListedRequest) {
  if (method === null || path === null) return actions.join(', ') || 'Failed before it started'
  return (
    <>
      <b className={css.method}>{method}</b> <span className={css.path}>{path}</span>
    </>
  )
}

function renderStatus({ status }: ListedRequest) {
  if (status === null) return '–'
  const { label, tone } = describeStatus(status)
  return <StatusBadge status={`${status}`} label={label} tone={tone} />
}

function renderCredits({ outcome, credits }: ListedRequest) {
  if (outcome === 'unmetered') return '–'
  return (
    <>
      <Credits amount={credits} isBare />
      <span className={`${css.outcome} dimmed`}>{OUTCOMES[outcome].word}</span>
    </>
  )
}
