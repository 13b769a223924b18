import { absoluteTime, relativeTime } from './time.ts'

interface Props {
  readonly at: string | null
  /** Shown when there is no time: `never`. */
  readonly none?: string
  /** The time itself instead of how long ago it is. */
  readonly isAbsolute?: boolean
}

/** A moment: how long ago, and on hover the time in the user's own time zone. */
export function When({ at, none = '–', isAbsolute = false }: Props) {
  if (at === null) return <span className="dimmed">{none}</span>
  return (
    <time dateTime={at} title={absoluteTime(at, 'long')} className="nowrap">
      {isAbsolute ? absoluteTime(at) : relativeTime(at)}
    </time>
  )
}
