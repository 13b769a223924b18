import { UsageError } from './usage-error.ts'

/**
 * Evaluates a small part of jq's language: `.data[].id`, `.data[0]`, `.["a name"]`, steps joined by `|`, `length` and `keys`.
 * Strings are printed without quotes, one value per line.
 */
export function select(value: unknown, expression: string): unknown[] {
  let values = [value]
  for (const step of expression.split('|')) values = values.flatMap(parseStep(step.trim(), expression))
  return values
}

type StepReader = (value: unknown) => unknown[]

const PART = /\.?\["((?:[^"\\]|\\.)*)"\]|\.?\[(-?\d+)\]|\.?(\[\])|\.([A-Za-z_]\w*)/y

function parseStep(step: string, expression: string): StepReader {
  if (step === 'length') return (value) => [measureLength(value)]
  if (step === 'keys') return (value) => [Object.keys(Object(value)).toSorted()]
  if (step === '.' || step === '') return (value) => [value]
  const parts: StepReader[] = []
  let at = 0
  while (at < step.length) {
    PART.lastIndex = at
    const found = PART.exec(step)
    if (!found)
      throw new UsageError(`--jq cannot parse ${JSON.stringify(expression)} at ${JSON.stringify(step.slice(at))}.`)
    parts.push(toPartReader(found))
    at = PART.lastIndex
  }
  return (value) => {
    let values: unknown[] = [value]
    for (const part of parts) values = values.flatMap(part)
    return values
  }
}

function toPartReader([, quoted, index, each, name]: RegExpExecArray): StepReader {
  if (each !== undefined) return (value) => Object.values(Object(value) as object)
  if (index !== undefined) return (value) => [(Array.isArray(value) ? value.at(Number(index)) : undefined) ?? null]
  const key = name ?? (JSON.parse(`"${quoted}"`) as string)
  return (value) => [readField(value, key)]
}

function readField(value: unknown, key: string): unknown {
  return Object.hasOwn(Object(value) as object, key) ? (value as Record<string, unknown>)[key] : null
}

function measureLength(value: unknown): number {
  if (typeof value === 'string' || Array.isArray(value)) return value.length
  return typeof value === 'number' ? Math.abs(value) : Object.keys(Object(value) as object).length
}
