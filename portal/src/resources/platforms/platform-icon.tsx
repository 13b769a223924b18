import type { CSSProperties } from 'react'
import * as css from './platform-icon.module.css'
import { MARKS } from './platform-marks.ts'

interface Props {
  readonly platform: string
  readonly size?: number
  /** Name of the platform, where no text beside the logo says it. */
  readonly label?: string
}

/** The logo of a platform in its color; a ring for one that is unknown here. */
export function PlatformIcon({ platform, size = 16, label }: Props) {
  const mark = Object.hasOwn(MARKS, platform) ? MARKS[platform] : undefined
  const color = { '--mark': mark?.color ?? 'currentcolor' } as CSSProperties
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      className={css.mark}
      style={color}
      data-platform={platform}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      {mark ? <path d={mark.path} /> : <circle cx={12} cy={12} r={8} className={css.unknown} />}
    </svg>
  )
}
