export interface Point {
  /** Unique in the series: the day. */
  readonly key: string
  /** As the reader sees it. */
  readonly label: string
  readonly value: number | null
  /** What the value is the sum of, for bars: one for each of the plot's `parts`. */
  readonly parts?: readonly number[]
}

/** The most parts that are told apart by colour. */
export const PARTS_MAX = 6

/** The pieces of a bar from the bottom up, each with where it starts; without those of nothing. */
export function stackParts(parts: readonly number[]): { part: number; from: number; to: number }[] {
  let from = 0
  return parts.map((value, part) => ({ part, from, to: (from += value) })).filter((piece) => piece.to > piece.from)
}

/** A few round values from zero to at least the largest. */
export function axisTicks(points: readonly Point[]): number[] {
  const most = Math.max(...points.map(({ value }) => value ?? 0), 1)
  const rough = most / 3
  const magnitude = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max([1, 2, 5, 10].map((factor) => factor * magnitude).find((each) => each >= rough) ?? rough, 1)
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, n) => n * step)
}

/** An SVG path through the places; it is interrupted where there is none. A place alone becomes a short stroke. */
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
