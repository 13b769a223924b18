import { humanizeCode } from '../../../components/humanize-code.ts'
import { formatNumber } from '../../../components/time/time.ts'
import * as css from './metric-cards.module.css'
import { computeTotal, type Series, type Total } from './series.ts'

interface Props {
  readonly series: readonly Series[]
  readonly shown: string
  readonly onShow: (metric: string) => void
}

/** Totals of every metric; the selected one is charted below. */
export function MetricCards({ series, shown, onShow }: Props) {
  return (
    <div className={css.cards} role="group" aria-label="Metrics">
      {series.map((each) => {
        const total = computeTotal(each)
        return (
          <button
            key={each.metric}
            type="button"
            aria-pressed={each.metric === shown}
            onClick={() => onShow(each.metric)}
          >
            <span className={css.name}>{humanizeCode(each.metric)}</span>
            <span className={`${css.value} numbers`}>
              {total ? formatNumber(total.value, { notation: 'compact', maximumFractionDigits: 1 }) : '–'}
            </span>
            <span className={`${css.change} numbers`}>{total && describeTotal(total)}</span>
          </button>
        )
      })}
    </div>
  )
}

function describeTotal({ isLevel, change }: Total): string {
  if (!isLevel) return 'in this period'
  return change === undefined
    ? 'on the last day'
    : `${formatNumber(change, { signDisplay: 'exceptZero' })} in this period`
}
