import { BlockedIcon, PlusIcon } from '@primer/octicons-react'
import { useLocation, useSearch } from 'wouter'
import type { Item } from '../../../api/client.ts'
import { useList, useWrite } from '../../../api/hooks.ts'
import { useMayWrite } from '../../../app/session.ts'
import { CopyAs } from '../../../components/copy/copy-as.tsx'
import { WriteButton } from '../../../components/form/write-button.tsx'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { type Column, CursorList } from '../../../components/list/cursor-list.tsx'
import { EmptyState, NoMatches } from '../../../components/list/empty-state.tsx'
import { ChoiceFilter } from '../../../components/list/filter-bar.tsx'
import { SearchText } from '../../../components/list/search-text.tsx'
import { useFilters } from '../../../components/list/use-filters.ts'
import { showDone, showProblem } from '../../../components/notify.ts'
import { Page } from '../../../components/page.tsx'
import { When } from '../../../components/time/when.tsx'
import { isKind, KIND_NAMES } from './kinds.ts'
import * as css from './suppressions-page.module.css'

const KINDS = Object.entries(KIND_NAMES).map(([value, label]) => ({ value, label }))

const AddOne = lazyPart(async () => (await import('./add-one.tsx')).AddOne)
const AddMany = lazyPart(async () => (await import('./add-many.tsx')).AddMany)

type Suppression = Item<'suppressions.list'>

/** Lists the people and domains that no lookup of this workspace returns. */
export function SuppressionsPage() {
  const { values, set, isAny, clear } = useFilters(['q', 'kind'])
  const [, navigate] = useLocation()
  const opened = new URLSearchParams(useSearch())
  const mayWrite = useMayWrite()
  const query = {
    ...(values.q.trim() && { q: values.q.trim().slice(0, 200) }),
    ...(isKind(values.kind) && { kind: values.kind }),
  }
  const list = useList('suppressions.list', { query: { limit: 50, ...query } })
  const remove = useRemove()
  const close = () => navigate('/suppressions', { replace: true })
  const buttons = (
    <>
      <WriteButton variant="default" onClick={() => navigate('/suppressions?many')}>
        Import list
      </WriteButton>
      <WriteButton leftSection={<PlusIcon size={16} />} onClick={() => navigate('/suppressions?new')}>
        Add suppression
      </WriteButton>
    </>
  )
  return (
    <Page
      title="Suppressions"
      about="Lookups and jobs never return these people and domains, and never charge for them."
      actions={
        <>
          <CopyAs operation="suppressions.list" input={{ query }} />
          {buttons}
        </>
      }
    >
      <div className="data-filters" role="search" aria-label="Filter suppressions">
        <SearchText value={values.q} onChange={(text) => set('q', text)} />
        <ChoiceFilter filters={{ values, set }} name="kind" label="Type" all="All types" options={KINDS} />
      </div>
      <CursorList
        label="Suppressions"
        list={list}
        columns={buildColumns(remove)}
        empty={
          isAny ? (
            <NoMatches of="suppressions" onClear={clear} />
          ) : (
            <EmptyState
              icon={BlockedIcon}
              title="No suppressions yet"
              text="Add people who asked not to be found, or the domains of your own customers, one by one or as a list."
            >
              <div className={css.dataButtons}>{buttons}</div>
            </EmptyState>
          )
        }
      />
      {mayWrite && opened.has('new') && <AddOne onClose={close} />}
      {mayWrite && opened.has('many') && <AddMany onClose={close} />}
    </Page>
  )
}

/** Removes a suppression; Undo restores it. */
function useRemove(): (suppression: Suppression) => void {
  const create = useWrite('suppressions.create')
  const remove = useWrite('suppressions.delete')
  return ({ id, kind, value, reason }) =>
    remove.mutate(
      { params: { id } },
      {
        onSuccess: () =>
          showDone(`${value} removed`, () =>
            create.mutate({ body: { kind, value, reason } }, { onError: showProblem }),
          ),
        onError: showProblem,
      },
    )
}

function buildColumns(remove: (suppression: Suppression) => void): Column<Suppression>[] {
  return [
    { title: 'Value', width: '2.2fr', render: ({ value }) => <span className={css.suppressed}>{value}</span> },
    { title: 'Type', width: '1fr', render: ({ kind }) => KIND_NAMES[kind] },
    { title: 'Reason', width: '1.6fr', render: ({ reason }) => reason ?? <span className="dimmed">–</span> },
    { title: 'Added', width: '1fr', render: ({ created_at }) => <When at={created_at} /> },
    {
      title: 'Remove',
      width: '90px',
      isTitleHidden: true,
      isNumber: true,
      render: (suppression) => (
        <WriteButton
          variant="default"
          size="compact-sm"
          aria-label={`Remove ${suppression.value}`}
          onClick={() => remove(suppression)}
        >
          Remove
        </WriteButton>
      ),
    },
  ]
}
