import type { Argument, Operation } from '../../openapi/operations-list.ts'
import { readExampleInput } from './example-input.ts'
import { word } from './shell.ts'

/** Writes the call of an example with the command `quoin`. */
export function buildCliSnippet(operation: Operation): string {
  const { params, args } = readExampleInput(operation)
  const flags = [...operation.query, ...operation.body].flatMap((argument) =>
    argument.name in args ? formatFlags(argument, args[argument.name]) : [],
  )
  const command = ['quoin', kebab(operation.resource), kebab(operation.verb), ...params.map(word)].join(' ')
  const line = [command, ...flags].join(' ')
  return line.length < 80 ? line : [command, ...flags].join(' \\\n  ')
}

/** Lists of plain values repeat their flag; nested values are JSON. */
function formatFlags({ name }: Argument, value: unknown): string[] {
  const flag = `--${kebab(name)}`
  if (value === true) return [flag]
  // A comma separates the items of a list.
  const isList = Array.isArray(value) && value.every((item) => isPlain(item) && !/^\[|,/.test(String(item)))
  if (isList) return value.map((item) => `${flag} ${word(String(item))}`)
  return [`${flag} ${word(isPlain(value) ? String(value) : JSON.stringify(value))}`]
}

function isPlain(value: unknown): boolean {
  return value !== null && typeof value !== 'object'
}

function kebab(name: string): string {
  return name.replaceAll('_', '-')
}
