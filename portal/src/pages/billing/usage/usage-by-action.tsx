import { Skeleton } from '@mantine/core'
import { Credits } from '../../../components/credits.tsx'
import { formatNumber } from '../../../components/time/time.ts'
import * as css from './usage-by-action.module.css'
import type { UsageSums } from './usage-sums.ts'

/** Credits spent by action; the markers match the colors of the chart. */
export function UsageByAction({ sums }: { sums: UsageSums | undefined }) {
  if (!sums) return <Skeleton height={160} />
  if (sums.actions.length === 0)
    return <p className="billing-none">No usage in this period. Calls that find nothing are free.</p>
  return (
    <table className={css.usageTable}>
      <caption className="hidden">Usage by action</caption>
      <thead>
        <tr>
          <th scope="col">Action</th>
          <th scope="col">Found</th>
          <th scope="col">Credits</th>
        </tr>
      </thead>
      <tbody>
        {sums.actions.map(({ action, calls, found, credits }) => (
          <tr key={action}>
            <th scope="row">
              <span className={`${css.partMark} is-part-${getPartIndex(sums, action)}`} />
              {action}
            </th>
            <td>
              {formatNumber(found)} <span className="dimmed">of {formatNumber(calls)}</span>
            </td>
            <td>
              <Credits amount={credits} isBare />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          <td />
          <td>
            <Credits amount={sums.credits} isBare />
          </td>
        </tr>
      </tfoot>
    </table>
  )
}

function getPartIndex({ names }: UsageSums, action: string): number {
  const own = names.indexOf(action)
  return own === -1 ? names.length - 1 : own
}
