import { HourglassIcon } from '@primer/octicons-react'
import { useEffect, useState } from 'react'
import { useList } from '../../../api/hooks.ts'
import { Credits } from '../../../components/credits.tsx'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { type Column, CursorList } from '../../../components/list/cursor-list.tsx'
import { EmptyState } from '../../../components/list/empty-state.tsx'
import { StatusBadge } from '../../../components/status-badge.tsx'
import { formatNumber } from '../../../components/time/time.ts'
import { type RowResult, summarizeResult, toResultItems } from '../result/shapes.ts'
import * as css from './job-rows.module.css'
import { isUnfinished, type Job } from './job-status.ts'

const ItemDrawer = lazyPart(async () => (await import('../result/item-drawer.tsx')).ItemDrawer)

/** Longer lists are polled less often. */
const ROWS_LIVE = 500

/** The result rows of a bulk job, also while it runs. */
export function JobRows({ job }: { job: Job }) {
  const [opened, setOpened] = useState<RowResult>()
  const isMoving = isUnfinished(job)
  const list = useList(
    'bulk_jobs.results',
    { params: { id: job.id }, query: { limit: 100 } },
    { everySeconds: (rows) => (isMoving ? (rows.length > ROWS_LIVE ? 5 : 1) : undefined) },
  )
  const { retry } = list
  // The last rows arrive when the job ends.
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- `retry` is new each time
  useEffect(() => {
    if (!isMoving) retry()
  }, [isMoving])
  return (
    <>
      <CursorList
        label="Results"
        list={list}
        columns={buildColumns(setOpened)}
        getKey={({ row }) => String(row)}
        empty={
          <EmptyState
            icon={HourglassIcon}
            title={isMoving ? 'No results yet' : 'Nothing found'}
            text={
              isMoving ? 'Results appear here as they come in.' : 'The job produced no rows, and nothing was charged.'
            }
          />
        }
      />
      {opened && (
        <ItemDrawer item={toRowDetails(opened)} title={formatRowInput(opened)} onClose={() => setOpened(undefined)} />
      )}
    </>
  )
}

function buildColumns(open: (row: RowResult) => void): Column<RowResult>[] {
  return [
    {
      title: 'Row',
      width: '2fr',
      render: (row) => (
        <button type="button" className="row-link result-name" onClick={() => open(row)}>
          <span className={`dimmed numbers ${css.row}`}>{row.row}</span> {formatRowInput(row)}
        </button>
      ),
    },
    { title: 'Status', width: '1.1fr', render: ({ status }) => <StatusBadge status={status} /> },
    { title: 'Result', width: '2.4fr', render: (row) => <RowText row={row} /> },
    {
      title: 'Credits',
      width: '72px',
      isNumber: true,
      render: ({ credits }) => <Credits amount={credits} isBare />,
    },
  ]
}

function RowText({ row: { data, error, duplicate_of } }: { row: RowResult }) {
  if (error) return <span>{error.message}</span>
  const items = toResultItems(data)
  const [first] = items
  if (first === undefined) return <span className="dimmed">–</span>
  return (
    <span>
      {summarizeResult(first)}
      {items.length > 1 && <span className="dimmed"> and {formatNumber(items.length - 1)} more</span>}
      {duplicate_of !== null && <span className="dimmed"> (same as row {duplicate_of})</span>}
    </span>
  )
}

/** Formats the input of a row on one line; rows of a search by filters have no input. */
function formatRowInput({ input, data, row }: RowResult): string {
  const cells = Object.values(input).filter((cell) => typeof cell === 'string' && cell !== '')
  if (cells.length > 0) return cells.join(', ')
  const [first] = toResultItems(data)
  return first === undefined ? `Row ${row}` : (summarizeResult(first).split(', ')[0] ?? '')
}

function toRowDetails({ input, data, error, status, credits, line, duplicate_of }: RowResult): object {
  return { status, credits, error, line, duplicate_of, sent: input, found: data }
}
