import { StarFillIcon, StarIcon } from '@primer/octicons-react'
import { formatNumber } from '../../../components/time/time.ts'
import * as css from './stars.module.css'

const MOST = 5

/** A rating as stars and in words; some platforms have recommendations without a rating. */
export function Stars({ rating }: { rating: number | null }) {
  if (rating === null) return <span className="dimmed">No rating</span>
  const most = Math.max(MOST, Math.ceil(rating))
  return (
    <span className={css.stars}>
      <span aria-hidden>
        {Array.from({ length: most }, (_, at) =>
          at < Math.round(rating) ? <StarFillIcon key={at} size={16} /> : <StarIcon key={at} size={16} />,
        )}
      </span>
      {formatNumber(rating)} of {most}
      <span className="hidden"> stars</span>
    </span>
  )
}
