import { Skeleton } from '@mantine/core'
import { Credits } from '../../../components/credits.tsx'
import { formatNumber } from '../../../components/time.ts'
import type { UsageSums } from './usage-sums.ts'

/** What the credits went to; the marks are the colours of the plot. */
export function UsageByAction({ sums }: { sums: UsageSums | undefined }) {
  if (!sums) return <Skeleton height={160} />
  if (sums.actions.length === 0)
    return <p className="billing-none">Nothing was used in this range. Calls that find nothing cost nothing.</p>
  return (
    <table className="usage-table">
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
              <span className={`part-mark is-part-${getPartIndex(sums, action)}`} />
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
          <th scope="row">Together</th>
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
