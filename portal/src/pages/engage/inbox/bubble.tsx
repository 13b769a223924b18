import type { ReactNode } from 'react'
import { absoluteTime, formatTimeOfDay } from '../../../components/time/time.ts'
import * as css from './bubble.module.css'

interface Props {
  readonly isOwn: boolean
  /** Author, for screen readers. */
  readonly from: string
  readonly at: string
  /** Delivery state of an outbound message. */
  readonly state?: ReactNode
  readonly isFailed?: boolean
  /** Reason of a failure, with actions. */
  readonly below?: ReactNode
  readonly children: ReactNode
}

export function Bubble({ isOwn, from, at, state, isFailed, below, children }: Props) {
  return (
    <li className={isOwn ? `${css.message} is-own` : css.message} data-failed={isFailed || undefined}>
      <span className="hidden">{from}: </span>
      <div className="inbox-bubble">{children}</div>
      <div className={css.facts}>
        <time dateTime={at} title={absoluteTime(at, 'long')}>
          {formatTimeOfDay(at)}
        </time>
        {state && <> · {state}</>}
      </div>
      {below}
    </li>
  )
}
