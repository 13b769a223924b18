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
import { type MeteredCall, OUTCOMES } from './request-labels.ts'
import * as css from './requests-page.module.css'
import { useCallers } from './use-callers.ts'

const RequestDrawer = lazyPart(async () => (await import('./request-drawer.tsx')).RequestDrawer)

/** The log of metered calls. */
export function RequestsPage() {
  const { query, ...filters } = useRequestFilters()
  const list = useList('requests.list', { query: { limit: 100, ...query } }, { everySeconds: 5 })
  const { callers, getCallerName } = useCallers()
  const [opened, open] = useOpened('request')
  const columns = useMemo(() => buildColumns(getCallerName, open), [getCallerName, open])
  return (
    <Page
      title="Requests"
      about="Metered calls and their cost. Open one to see its receipt with each charge and the sources that were queried."
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
      {opened && <RequestDrawer id={opened} getCallerName={getCallerName} onClose={() => open('')} />}
    </Page>
  )
}

function getRequestId({ request_id }: MeteredCall): string {
  return request_id
}

function NoRequests({ isFiltered, clear }: { isFiltered: boolean; clear: () => void }) {
  if (isFiltered) return <NoMatches of="requests" onClear={clear} />
  return (
    <EmptyState
      icon={PulseIcon}
      title="No requests yet"
      text="Lookups and other metered calls appear here moments after they run. Free calls are not stored."
    />
  )
}

function buildColumns(getCallerName: (id: string) => string, open: (id: string) => void): Column<MeteredCall>[] {
  return [
    {
      title: 'Action',
      width: '2.4fr',
      render: ({ request_id, actions }) => (
        <>
          <Link
            href={`/requests?request=${request_id}`}
            className="row-link"
            onClick={(event) => {
              event.preventDefault()
              open(request_id)
            }}
          >
            {actions.join(', ') || 'Failed before it started'}
          </Link>
          <code className={`${css.id} dimmed`}>{request_id}</code>
        </>
      ),
    },
    { title: 'Called by', width: '1.3fr', render: ({ api_key_id }) => getCallerName(api_key_id) },
    {
      title: 'Outcome',
      width: '1fr',
      render: ({ outcome }) => (
        <StatusBadge status={outcome} label={OUTCOMES[outcome].word} tone={OUTCOMES[outcome].tone} />
      ),
    },
    { title: 'Time', width: '1fr', render: ({ created_at }) => <When at={created_at} /> },
    { title: 'Credits', width: '72px', isNumber: true, render: ({ credits }) => <Credits amount={credits} isBare /> },
  ]
}
