import { PlatformError } from '../platform-error.ts'
import { isMissing } from './graph.ts'

/** One metric that Meta no longer knows, or does not have for an object, fails a request as a whole: then each is asked for alone. */
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

/** Values with a breakdown come as an object. */
export function sumBreakdown(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  return Object.values(value).reduce((sum: number, part) => sum + Number(part), 0)
}
