import { absoluteTime, relativeTime } from './time.ts'

interface Props {
  readonly at: string | null
  /** Text for a missing time: `never`. */
  readonly none?: string
  /** Shows the absolute time instead of the relative one. */
  readonly isAbsolute?: boolean
}

/** Shows a moment as relative time, with the absolute time in the user's time zone as tooltip. */
export function When({ at, none = '–', isAbsolute = false }: Props) {
  if (at === null) return <span className="dimmed">{none}</span>
  return (
    <time dateTime={at} title={absoluteTime(at, 'long')} className="nowrap">
      {isAbsolute ? absoluteTime(at) : relativeTime(at)}
    </time>
  )
}
