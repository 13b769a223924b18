import type { Reply } from '../../../api/client.ts'
import { Credits } from '../../../components/credits.tsx'
import { formatNumber } from '../../../components/time/time.ts'
import * as css from './receipt-lines.module.css'

/** Lists the charges of a receipt. */
export function ReceiptLines({ receipt: { lines, credits } }: { receipt: Reply<'requests.get'> }) {
  if (lines.length === 0) return <p className="dimmed webhook-none">Nothing was charged.</p>
  return (
    <table className={css.table}>
      <thead>
        <tr>
          <th scope="col">Action</th>
          <th scope="col" className="is-number">
            Units
          </th>
          <th scope="col" className="is-number">
            Credits
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, at) => (
          <tr key={at}>
            <td>
              {line.action}
              {line.step && <code className="dimmed"> {line.step}</code>}
            </td>
            <td className="is-number">{formatNumber(line.units)}</td>
            <td className="is-number">
              <Credits amount={line.credits} isBare />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2}>
            Total
          </th>
          <td className="is-number">
            <Credits amount={credits} isBare />
          </td>
        </tr>
      </tfoot>
    </table>
  )
}
