import { formatNumber } from '../../components/time/time.ts'
import * as css from './breakdown-table.module.css'
import { type BreakdownRow, findSeen, formatChange, formatRate, labelRow } from './summary.ts'

interface Props {
  readonly label: string
  readonly rows: readonly BreakdownRow[]
  /** Title of the first column. */
  readonly title: string
}

/** Compares accounts, platforms or kinds of posts. The change since the previous period is below each number. */
export function BreakdownTable({ label, rows, title }: Props) {
  const hasFollowers = rows.some(({ metrics }) => metrics['followers'] !== undefined)
  return (
    <div className={css.scroll} tabIndex={0} role="region" aria-label={label}>
      <table className={`${css.table} numbers`}>
        <thead>
          <tr>
            <th scope="col">{title}</th>
            <th scope="col">Posts</th>
            {hasFollowers && <th scope="col">Followers</th>}
            <th scope="col">Impressions</th>
            <th scope="col">Engagements</th>
            <th scope="col">Engagement rate</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.key} row={row} hasFollowers={hasFollowers} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({ row, hasFollowers }: { row: BreakdownRow; hasFollowers: boolean }) {
  const { posts, metrics, previous, engagement_rate: rate } = row
  const seen = findSeen(metrics)
  return (
    <tr>
      <th scope="row">
        <bdi>{labelRow(row)}</bdi>
      </th>
      <td>
        <Value value={posts} before={previous.posts} />
      </td>
      {hasFollowers && (
        <td>
          <Value value={metrics['followers']} before={previous.metrics['followers']} />
        </td>
      )}
      <td>
        <Value
          value={seen?.value}
          before={seen && previous.metrics[seen.metric]}
          unit={seen?.metric === 'impressions' ? undefined : seen?.metric}
        />
      </td>
      <td>
        <Value value={metrics['engagements']} before={previous.metrics['engagements']} />
      </td>
      <td>
        {rate.value === null ? '–' : formatRate(rate.value)}
        {rate.previous !== null && <span className={css.before}>{formatRate(rate.previous)} before</span>}
      </td>
    </tr>
  )
}

interface ValueProps {
  readonly value: number | undefined
  readonly before: number | undefined
  readonly unit?: string | undefined
}

function Value({ value, before, unit }: ValueProps) {
  if (value === undefined) return <>–</>
  return (
    <>
      {formatNumber(value)} {unit}
      {before !== undefined && before > 0 && (
        <span className={css.before}>{formatChange((value - before) / before)}</span>
      )}
    </>
  )
}
