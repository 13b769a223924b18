export interface Point {
  /** Unique in the series, such as the day. */
  readonly key: string
  /** Text on the axis. */
  readonly label: string
  readonly value: number | null
  /** Summands of the value, for stacked bars: one for each of the plot's `parts`. */
  readonly parts?: readonly number[]
}

/** Number of parts that can be distinguished by color. */
export const PARTS_MAX = 6

/** Returns the segments of a bar from the bottom up, without empty ones. */
export function stackParts(parts: readonly number[]): { part: number; from: number; to: number }[] {
  let from = 0
  return parts.map((value, part) => ({ part, from, to: (from += value) })).filter((piece) => piece.to > piece.from)
}

/** Returns a few round values from zero to at least the largest value. */
export function axisTicks(points: readonly Point[]): number[] {
  const most = Math.max(...points.map(({ value }) => value ?? 0), 1)
  const rough = most / 3
  const magnitude = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max([1, 2, 5, 10].map((factor) => factor * magnitude).find((each) => each >= rough) ?? rough, 1)
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, n) => n * step)
}

/** Returns the indexes of the points that get a label: at most `room`, evenly spaced from the first. */
export function chooseLabels(count: number, room: number): number[] {
  const every = Math.max(Math.ceil((count - 1) / Math.max(room - 1, 1)), 1)
  return Array.from({ length: Math.ceil(count / every) }, (_, n) => n * every)
}

/** Builds an SVG path through the points, with gaps where a point is missing. A lone point becomes a short stroke. */
export function buildSvgPath(places: readonly (readonly [x: number, y: number] | null)[]): string {
  return places
    .map((place, n) => {
      if (!place) return ''
      const [x, y] = place.map((number) => Math.round(number * 10) / 10)
      const isAlone = !places[n - 1] && !places[n + 1]
      return places[n - 1] ? `L${x} ${y}` : `M${x} ${y}${isAlone ? 'h.1' : ''}`
    })
    .join('')
}
