import type { ReactNode } from 'react'
import { StatusBadge } from './status-badge.tsx'
import * as css from './timeline.module.css'
import type { Tone } from './tone.ts'

interface StepProps {
  readonly title: ReactNode
  readonly outcome: string
  readonly tone: Tone
  /** Time and duration. */
  readonly about: ReactNode
  readonly children?: ReactNode
}

/** Lists events in order. */
export function Timeline({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ol className={css.timeline} aria-label={label}>
      {children}
    </ol>
  )
}

export function TimelineStep({ title, outcome, tone, about, children }: StepProps) {
  return (
    <li className={`is-${tone}`}>
      <div className={css.step}>
        <b>{title}</b>
        <StatusBadge status={outcome} label={outcome} tone={tone} />
      </div>
      <div className="dimmed">{about}</div>
      {children}
    </li>
  )
}
