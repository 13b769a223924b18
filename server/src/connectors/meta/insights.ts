import type { Static } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { PlatformError } from '../platform-error.ts'
import { buildEdgeSchema, type GraphPage, isMissing, Time } from './graph.ts'

const Value = Type.Object({ value: Maybe(Type.Unknown()) })
const Insight = Type.Object({
  name: Type.String(),
  values: Maybe(Type.Array(Value)),
  total_value: Maybe(Value),
})
export type DailyInsight = Static<typeof DailyInsight>
const DailyInsight = Type.Object({
  name: Type.String(),
  values: Maybe(Type.Array(Type.Object({ value: Maybe(Type.Unknown()), end_time: Time }))),
})

export const InsightEdge = buildEdgeSchema(Insight)
export const DailyInsightEdge = buildEdgeSchema(DailyInsight)

const DAY_MS = 86_400_000

/** Reads several metrics. Meta refuses the whole request for one metric that it lacks: each is then requested alone. */
export async function readEach<T>(names: readonly string[], read: (metric: string) => Promise<T>): Promise<T[]> {
  try {
    return [await read(names.join(','))]
  } catch (error) {
    if (!isInvalid(error) || isMissing(error)) throw error
    const found: T[] = []
    for (const name of names) {
      const one = await read(name).catch((refusal: unknown) => {
        if (isInvalid(refusal)) return undefined
        throw refusal
      })
      if (one !== undefined) found.push(one)
    }
    return found
  }
}

export function isInvalid(error: unknown): boolean {
  return error instanceof PlatformError && error.kind === 'invalid'
}

/** Reads the value of each metric of an object by its name. */
export function readValues(pages: readonly GraphPage<Static<typeof Insight>>[]): Map<string, unknown> {
  return new Map(
    pages.flatMap(({ data }) => data.map(({ name, values }) => [name, sumBreakdown(values?.[0]?.value)] as const)),
  )
}

/** Reads a series of daily values. A day ends at midnight Pacific time, which `end_time` names: the date is that of the day before. */
export function readDailyValues({ values }: DailyInsight): { date: string; value: unknown }[] {
  return (values ?? []).map(({ value, end_time }) => ({
    date: new Date(Date.parse(end_time) - DAY_MS).toISOString().slice(0, 10),
    value: sumBreakdown(value),
  }))
}

/** Values with a breakdown come as an object. */
function sumBreakdown(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  return Object.values(value).reduce((sum: number, part) => sum + Number(part), 0)
}
