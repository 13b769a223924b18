import { Button, NativeSelect, SegmentedControl } from '@mantine/core'
import { PlusIcon, StackIcon } from '@primer/octicons-react'
import { Link } from 'wouter'
import { useList } from '../../../api/hooks.ts'
import { CopyAs } from '../../../components/copy/copy-as.tsx'
import { Credits } from '../../../components/credits.tsx'
import { WriteButton } from '../../../components/form/write-button.tsx'
import { type Column, CursorList } from '../../../components/list/cursor-list.tsx'
import { EmptyState, NoMatches } from '../../../components/list/empty-state.tsx'
import { useFilters } from '../../../components/list/use-filters.ts'
import { Page } from '../../../components/page.tsx'
import { StatusBadge } from '../../../components/status-badge.tsx'
import { When } from '../../../components/time/when.tsx'
import { actionName, humanizeName } from '../data-labels.ts'
import { useActions } from '../use-actions.ts'
import { isStatus, isUnfinished, type Job, STATUSES } from './job-status.ts'
import { ProgressBar } from './progress-bar.tsx'

/** Lists the background lookups, bulk and single. */
export function JobsPage() {
  const { values, set } = useFilters(['kind', 'status', 'action'])
  const { actions = [] } = useActions()
  const isSingle = values.kind === 'single'
  const operation = (isSingle ? 'data_jobs.list' : 'bulk_jobs.list') as 'bulk_jobs.list'
  const query = {
    ...(isStatus(values.status) && { status: values.status }),
    ...(values.action && { action: values.action }),
  }
  const list = useList(
    operation,
    { query: { limit: 50, ...query } },
    { everySeconds: (jobs) => (jobs.some(isUnfinished) ? 1 : 15) },
  )
  const create = (
    <WriteButton href="/jobs/new" leftSection={<PlusIcon size={16} />}>
      New bulk job
    </WriteButton>
  )
  const isFiltered = values.status !== '' || values.action !== ''
  const clear = () => {
    set('status', '')
    set('action', '')
  }
  return (
    <Page
      title="Jobs"
      about="Lookups that run in the background. Credits are held at the start and released at the end for rows without a result."
      actions={
        <>
          <CopyAs operation={operation} input={{ query }} />
          {create}
        </>
      }
    >
      <div className="data-filters" role="search" aria-label="Filter jobs">
        <SegmentedControl
          aria-label="Type"
          value={isSingle ? 'single' : 'bulk'}
          onChange={(kind) => set('kind', kind === 'single' ? 'single' : '')}
          data={[
            { value: 'bulk', label: 'Bulk' },
            { value: 'single', label: 'Single' },
          ]}
        />
        <NativeSelect
          aria-label="Status"
          value={values.status}
          onChange={({ currentTarget }) => set('status', currentTarget.value)}
          data={[
            { value: '', label: 'Any status' },
            ...STATUSES.map((each) => ({ value: each, label: humanizeName(each) })),
          ]}
        />
        <NativeSelect
          aria-label="Action"
          value={values.action}
          onChange={({ currentTarget }) => set('action', currentTarget.value)}
          data={[
            { value: '', label: 'All actions' },
            ...actions.map(({ id }) => ({ value: id, label: actionName(id) })),
          ]}
        />
      </div>
      <CursorList
        label="Jobs"
        list={list}
        columns={COLUMNS}
        empty={
          isFiltered ? (
            <NoMatches of="jobs" onClear={clear} />
          ) : (
            <EmptyState
              icon={StackIcon}
              title="No jobs yet"
              text={
                isSingle
                  ? 'A lookup that may take a while can run in the background: select “Run as job” below its price.'
                  : 'Upload a CSV file, map its columns, see the maximum price, and watch the results come in.'
              }
            >
              {isSingle ? (
                <Button component={Link} href="/data" variant="default">
                  Open lookups
                </Button>
              ) : (
                create
              )}
            </EmptyState>
          )
        }
      />
    </Page>
  )
}

const COLUMNS: Column<Job>[] = [
  {
    title: 'Job',
    width: '1.8fr',
    render: ({ id, action }) => (
      <Link href={`/jobs/${id}`} className="row-link">
        {actionName(action)}
      </Link>
    ),
  },
  { title: 'Status', width: '1.6fr', render: ({ status }) => <StatusBadge status={status} /> },
  { title: 'Progress', width: '2fr', render: (job) => <ProgressBar job={job} /> },
  {
    title: 'Found',
    width: '80px',
    isNumber: true,
    render: ({ progress }) => <Credits amount={progress.found} isBare />,
  },
  {
    title: 'Charged',
    width: '90px',
    isNumber: true,
    render: ({ credits }) => <Credits amount={credits.charged} isBare />,
  },
  { title: 'Started', width: '1fr', render: ({ created_at }) => <When at={created_at} /> },
]
