import { Progress } from '@mantine/core'
import type { Reply } from '../../../api/client.ts'
import type { Column } from '../../../components/list/cursor-list.tsx'
import { StatusBadge } from '../../../components/status-badge.tsx'
import { formatNumber } from '../../../components/time/time.ts'
import * as css from './health-columns.module.css'

type Health = Reply<'operator.health'>
type Source = Health['sources'][number]

export const CHECK_COLUMNS: readonly Column<Health['checks'][number]>[] = [
  { title: 'Check', width: '1fr', render: ({ check }) => <span className="operator-name">{check}</span> },
  {
    title: 'Status',
    width: '0.8fr',
    render: ({ ok }) =>
      ok ? <StatusBadge status="healthy" label="OK" /> : <StatusBadge status="failed" label="Failing" />,
  },
  // The text starts with the name of the check.
  { title: 'Result', width: '3fr', render: ({ text }) => text.replace(/^[\w ]+: /, '') },
]

export const QUEUE_COLUMNS: readonly Column<Health['queue'][number]>[] = [
  { title: 'Job', width: '2fr', render: ({ job }) => <code>{job}</code> },
  { title: 'Status', width: '1fr', render: ({ state }) => <StatusBadge status={state} /> },
  { title: 'Jobs', width: '1fr', isNumber: true, render: ({ jobs }) => formatNumber(jobs) },
]

export const SOURCE_COLUMNS: readonly Column<Source>[] = [
  {
    title: 'Source',
    width: '1.6fr',
    render: ({ source, actions }) => (
      <>
        <div className="operator-name">{source}</div>
        <div className="dimmed">{actions.join(', ')}</div>
      </>
    ),
  },
  {
    title: 'Status',
    width: '0.8fr',
    render: ({ is_on }) => <StatusBadge status={is_on ? 'active' : 'off'} label={is_on ? 'On' : 'Off'} />,
  },
  {
    title: 'Calls',
    width: '0.7fr',
    isNumber: true,
    render: ({ calls_today }) =>
      calls_today === null ? <span className="dimmed">Not counted</span> : formatNumber(calls_today),
  },
  { title: 'Spent', width: '1.4fr', isNumber: true, render: (source) => <Spent source={source} /> },
]

/** Cost of the source today, and its share of the budget. */
function Spent({ source: each }: { source: Source }) {
  const { source, calls_today: calls, spent_today_micros: spent, daily_budget_micros: budget } = each
  if (calls === null) return <span className="dimmed">Free</span>
  if (budget === null) return <span>{usd(spent)}</span>
  return (
    <div className={css.budget}>
      <span>
        {usd(spent)} <span className="dimmed">of {usd(budget)}</span>
      </span>
      <Progress value={(100 * spent) / Math.max(budget, 1)} size={4} aria-label={`Budget used by ${source}`} />
    </div>
  )
}

function usd(micros: number): string {
  return formatNumber(micros / 1_000_000, { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' })
}
