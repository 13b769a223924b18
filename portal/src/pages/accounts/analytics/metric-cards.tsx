import { formatNumber } from '../../../components/time.ts'
import { wordOf } from '../../publish/posts/post-words.ts'
import { type Series, type Total, totalOf } from './series.ts'

interface Props {
  readonly series: readonly Series[]
  readonly shown: string
  readonly onShow: (metric: string) => void
}

/** The totals of every metric; the pressed one is drawn below. */
export function MetricCards({ series, shown, onShow }: Props) {
  return (
    <div className="metric-cards" role="group" aria-label="Metrics">
      {series.map((each) => {
        const total = totalOf(each)
        return (
          <button
            key={each.metric}
            type="button"
            aria-pressed={each.metric === shown}
            onClick={() => onShow(each.metric)}
          >
            <span className="metric-name">{wordOf(each.metric)}</span>
            <span className="metric-value numbers">
              {total ? formatNumber(total.value, { notation: 'compact', maximumFractionDigits: 1 }) : '–'}
            </span>
            <span className="metric-change numbers">{total && aboutOf(total)}</span>
          </button>
        )
      })}
    </div>
  )
}

function aboutOf({ isLevel, change }: Total): string {
  if (!isLevel) return 'in these days'
  return change === undefined
    ? 'on the last day'
    : `${formatNumber(change, { signDisplay: 'exceptZero' })} in these days`
}
