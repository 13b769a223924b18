import { useElementSize } from '@mantine/hooks'
import { useState } from 'react'
import { formatNumber } from '../time/time.ts'
import { axisTicks, buildSvgPath, chooseLabels, type Point, stackParts } from './plot-shapes.ts'
import { describePoint, PlotTooltip } from './plot-tooltip.tsx'

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
const RIGHT = 8
const BOTTOM = 24
const TOP = 8
/** Width that a label of the horizontal axis needs. */
const LABEL_WIDTH = 72

/** A chart of one series over time; the pointer and the arrow keys show the figures of a point. */
export function Plot({ label, points, kind = 'line', parts = [], height = 180 }: Props) {
  const { ref, width } = useElementSize()
  const [at, setAt] = useState<number>()
  const ticks = axisTicks(points)
  const most = ticks.at(-1) ?? 1
  const inner = { width: Math.max(width - LEFT - RIGHT, 1), height: height - TOP - BOTTOM }
  const step = inner.width / Math.max(points.length - (kind === 'line' ? 1 : 0), 1)
  const x = (index: number) => LEFT + index * step + (kind === 'bars' ? step / 2 : 0)
  const y = (value: number) => TOP + inner.height * (1 - value / most)
  const shown = at === undefined ? undefined : points[at]
  const last = points.length - 1
  const move = (clientX: number, left: number) => {
    const index = Math.round((clientX - left - LEFT - (kind === 'bars' ? step / 2 : 0)) / step)
    setAt(Math.min(Math.max(index, 0), last))
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
            <line className="plot-grid" x1={LEFT} x2={width - RIGHT} y1={y(tick)} y2={y(tick)} />
            <text className="plot-text" x={LEFT - 8} y={y(tick) + 4} textAnchor="end">
              {formatNumber(tick, { notation: 'compact' })}
            </text>
          </g>
        ))}
        {at !== undefined && <line className="plot-guide" x1={x(at)} x2={x(at)} y1={TOP} y2={TOP + inner.height} />}
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
        {chooseLabels(points.length, Math.floor(inner.width / LABEL_WIDTH)).map((index) => (
          <text
            key={index}
            className="plot-text"
            x={x(index)}
            y={height - 4}
            textAnchor={kind === 'bars' ? 'middle' : index === 0 ? 'start' : index === last ? 'end' : 'middle'}
          >
            {points[index]?.label}
          </text>
        ))}
      </svg>
      {last >= 0 && (
        <input
          type="range"
          className="plot-cursor"
          aria-label={`Figures: ${label}`}
          aria-valuetext={describePoint(points[at ?? last], parts)}
          min={0}
          max={last}
          value={at ?? last}
          onFocus={() => setAt(at ?? last)}
          onBlur={() => setAt(undefined)}
          onChange={({ currentTarget }) => setAt(Number(currentTarget.value))}
        />
      )}
      {shown && at !== undefined && <PlotTooltip point={shown} names={parts} x={x(at)} width={width} />}
    </figure>
  )
}
