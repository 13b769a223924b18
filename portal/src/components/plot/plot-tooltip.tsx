import { formatNumber } from '../time/time.ts'
import { type Point, stackParts } from './plot-shapes.ts'

interface Props {
  readonly point: Point
  /** Names of the parts of a bar. */
  readonly names: readonly string[]
  /** Where the point is, in pixels. */
  readonly x: number
  readonly width: number
}

/** The figures of a point, beside it. */
export function PlotTooltip({ point, names, x, width }: Props) {
  const { label, value } = point
  const side = x > width / 2 ? { right: width - x + 12 } : { left: x + 12 }
  return (
    <div className="plot-tooltip" style={side} aria-hidden>
      <div className="dimmed">{label}</div>
      <b>{value === null ? 'No data' : formatNumber(value)}</b>
      {listParts(point, names).map(({ part, name, amount }) => (
        <div key={part} className={`plot-tooltip-part is-part-${part}`}>
          <span>{name}</span>
          <span>{amount}</span>
        </div>
      ))}
    </div>
  )
}

/** Formats a point: `15 Jan: 8 (search/people 3, contacts/find-email 5)` */
export function describePoint(point: Point | undefined, names: readonly string[]): string {
  if (!point) return ''
  const pieces = listParts(point, names).map(({ name, amount }) => `${name} ${amount}`)
  const detail = pieces.length > 0 ? ` (${pieces.join(', ')})` : ''
  return `${point.label}: ${point.value === null ? 'no data' : formatNumber(point.value)}${detail}`
}

function listParts({ parts = [] }: Point, names: readonly string[]) {
  if (names.length < 2) return []
  return stackParts(parts).map(({ part, from, to }) => ({
    part,
    name: names[part] ?? '',
    amount: formatNumber(to - from),
  }))
}
