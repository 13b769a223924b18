import { Button } from '@mantine/core'
import { ArchiveIcon } from '@primer/octicons-react'
import { useMemo } from 'react'
import { Link } from 'wouter'
import type { Item } from '../../../api/client.ts'
import { useList } from '../../../api/hooks.ts'
import { CopyAs } from '../../../components/copy/copy-as.tsx'
import { Credits } from '../../../components/credits.tsx'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { type Column, CursorList } from '../../../components/list/cursor-list.tsx'
import { EmptyState, NoMatches } from '../../../components/list/empty-state.tsx'
import { ChoiceFilter, FilterBar } from '../../../components/list/filter-bar.tsx'
import { SearchText } from '../../../components/list/search-text.tsx'
import { useFilters } from '../../../components/list/use-filters.ts'
import { Page } from '../../../components/page.tsx'
import { TIME_FILTER, TimeFilter, useTimeQuery } from '../../../components/time/time-filter.tsx'
import { When } from '../../../components/time/when.tsx'
import { useOpened } from '../../../components/use-opened.ts'
import { actionName } from '../data-labels.ts'
import { useActions } from '../use-actions.ts'
import { purchaseTitle } from './purchase-title.ts'

const PurchaseDrawer = lazyPart(async () => (await import('./purchase-drawer.tsx')).PurchaseDrawer)

type Purchase = Item<'purchases.list'>

/** Lists what lookups, workflows and jobs of the workspace bought. */
export function PurchasedPage() {
  const filters = useFilters(['q', 'action', ...TIME_FILTER])
  const { values, set } = filters
  const { actions = [] } = useActions()
  const text = values.q.trim().slice(0, 200)
  const query = { ...(text && { q: text }), ...(values.action && { action: values.action }), ...useTimeQuery(values) }
  const list = useList('purchases.list', { query: { limit: 50, ...query } })
  const [opened, open] = useOpened('purchase')
  const columns = useMemo(() => buildColumns(open), [open])
  return (
    <Page
      title="Purchased"
      about="Everything that lookups, workflows and jobs found for credits. Reading it again is free."
      actions={<CopyAs operation="purchases.list" input={{ query }} />}
    >
      <FilterBar label="Filter purchases" filters={filters}>
        <SearchText value={values.q} onChange={(given) => set('q', given)} />
        <ChoiceFilter
          filters={filters}
          name="action"
          label="Action"
          all="All actions"
          options={actions.map(({ id }) => ({ value: id, label: actionName(id) }))}
        />
        <TimeFilter {...filters} />
      </FilterBar>
      <CursorList
        label="Purchases"
        list={list}
        columns={columns}
        empty={
          filters.isAny ? (
            <NoMatches of="purchases" onClear={filters.clear} />
          ) : (
            <EmptyState
              icon={ArchiveIcon}
              title="Nothing purchased yet"
              text="The people, companies and emails that you pay for are kept here, with their receipts."
            >
              <Button component={Link} href="/data">
                Open lookups
              </Button>
            </EmptyState>
          )
        }
      />
      {opened && <PurchaseDrawer id={opened} onClose={() => open('')} />}
    </Page>
  )
}

function buildColumns(open: (id: string) => void): Column<Purchase>[] {
  return [
    {
      title: 'Found',
      width: '2fr',
      render: (purchase) => (
        <button type="button" className="row-link result-name" onClick={() => open(purchase.id)}>
          {purchaseTitle(purchase)}
        </button>
      ),
    },
    {
      title: 'Question',
      width: '2fr',
      render: ({ query }) => (query ? <span dir="auto">{query}</span> : <span className="dimmed">–</span>),
    },
    { title: 'Action', width: '1.2fr', render: ({ action }) => actionName(action) },
    { title: 'Bought', width: '1fr', render: ({ bought_at }) => <When at={bought_at} /> },
    { title: 'Credits', width: '80px', isNumber: true, render: ({ credits }) => <Credits amount={credits} isBare /> },
  ]
}
