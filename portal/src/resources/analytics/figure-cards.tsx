import * as css from './figure-cards.module.css'
import type { Figure } from './summary.ts'

interface Props {
  readonly figures: readonly Figure[]
  readonly shown?: string
  /** Makes the figures that have a series buttons. */
  readonly onShow?: (metric: string) => void
}

/** The most important figures of a period, each with that of the period before. */
export function FigureCards({ figures, shown, onShow }: Props) {
  return (
    <div className={css.cards} role="group" aria-label="Key figures">
      {figures.map((figure) =>
        onShow && figure.metric !== 'engagement_rate' ? (
          <button
            key={figure.metric}
            type="button"
            className={css.card}
            aria-pressed={figure.metric === shown}
            onClick={() => onShow(figure.metric)}
          >
            <Content figure={figure} />
          </button>
        ) : (
          <div key={figure.metric} className={css.card}>
            <Content figure={figure} />
          </div>
        ),
      )}
    </div>
  )
}

function Content({ figure: { label, value, comparison } }: { figure: Figure }) {
  return (
    <>
      <span className={css.name}>{label}</span>
      <span className={`${css.value} numbers`}>{value}</span>
      <span className={`${css.change} numbers`}>{comparison}</span>
    </>
  )
}
