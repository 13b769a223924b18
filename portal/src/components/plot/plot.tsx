import { useElementSize } from '@mantine/hooks'
import { useState } from 'react'
import { formatNumber } from '../time/time.ts'
import { axisTicks, buildSvgPath, type Point, stackParts } from './plot-shapes.ts'

interface Props {
  /** Description for screen readers, as a sentence. */
  readonly label: string
  /** One point for each step, in order; null is a gap, not zero. */
  readonly points: readonly Point[]
  readonly kind?: 'line' | 'bars'
  /** Names of the bars' parts, from the bottom up. */
  readonly parts?: readonly string[]
  readonly height?: number
}

const LEFT = 44
const BOTTOM = 20
const TOP = 8

/** A chart of one series over time. */
export function Plot({ label, points, kind = 'line', parts = [], height = 180 }: Props) {
  const { ref, width } = useElementSize()
  const [at, setAt] = useState<number>()
  const ticks = axisTicks(points)
  const most = ticks.at(-1) ?? 1
  const inner = { width: Math.max(width - LEFT - 8, 1), height: height - TOP - BOTTOM }
  const step = inner.width / Math.max(points.length - (kind === 'line' ? 1 : 0), 1)
  const x = (index: number) => LEFT + index * step + (kind === 'bars' ? step / 2 : 0)
  const y = (value: number) => TOP + inner.height * (1 - value / most)
  const shown = at === undefined ? undefined : points[at]
  const move = (clientX: number, left: number) => {
    const index = Math.round((clientX - left - LEFT - (kind === 'bars' ? step / 2 : 0)) / step)
    setAt(Math.min(Math.max(index, 0), points.length - 1))
  }
  return (
    <figure className="plot" ref={ref}>
      <figcaption className="hidden">{label}</figcaption>
      <svg
        width={width}
        height={height}
        role="img"
        aria-label={label}
        onPointerMove={({ clientX, currentTarget }) => move(clientX, currentTarget.getBoundingClientRect().left)}
        onPointerLeave={() => setAt(undefined)}
      >
        {ticks.map((tick) => (
          <g key={tick}>
            <line className="plot-grid" x1={LEFT} x2={width - 8} y1={y(tick)} y2={y(tick)} />
            <text className="plot-text" x={LEFT - 8} y={y(tick) + 4} textAnchor="end">
              {formatNumber(tick, { notation: 'compact' })}
            </text>
          </g>
        ))}
        {kind === 'line' ? (
          <path
            className="plot-line"
            d={buildSvgPath(points.map(({ value }, n) => (value === null ? null : [x(n), y(value)])))}
          />
        ) : (
          points.map(({ key, value, parts: values = [value ?? 0] }, n) =>
            stackParts(values).map(({ part, from, to }) => (
              <rect
                key={`${key} ${part}`}
                className={`plot-bar is-part-${part}${n === at ? ' is-active' : ''}`}
                x={x(n) - step * 0.35}
                width={step * 0.7}
                y={y(to)}
                height={Math.max(y(from) - y(to), 1)}
                rx={values.length > 1 ? 0 : Math.min(2, step * 0.2)}
              />
            )),
          )
        )}
        {kind === 'line' && shown && shown.value !== null && at !== undefined && (
          <circle className="plot-dot" cx={x(at)} cy={y(shown.value)} r={4} />
        )}
        {[0, points.length - 1].map(
          (index, n) =>
            points[index] && (
              <text
                key={n}
                className="plot-text"
                x={n === 0 ? LEFT : width - 8}
                y={height - 4}
                textAnchor={n === 0 ? 'start' : 'end'}
              >
                {points[index].label}
              </text>
            ),
        )}
      </svg>
      <p className="plot-note" aria-hidden>
        {shown && describePoint(shown, parts)}
      </p>
    </figure>
  )
}

/** Formats a point: `15 Jan: 8 (search/people 3, contacts/find-email 5)` */
function describePoint({ label, value, parts = [] }: Point, names: readonly string[]): string {
  const pieces = stackParts(parts).map(({ part, from, to }) => `${names[part] ?? ''} ${formatNumber(to - from)}`)
  const detail = pieces.length > 0 && names.length > 1 ? ` (${pieces.join(', ')})` : ''
  return `${label}: ${value === null ? 'no data' : formatNumber(value)}${detail}`
}
