import { readFileSync } from 'node:fs'
import { type CommandFacts, type Flag, flagName, snake } from './command.ts'
import { UsageError } from './usage-error.ts'

export type Arguments = Record<string, unknown>

/** A part of a nested argument: `--targets.0.account-id acc_1` is the path `targets`, `0`, `account_id`. */
export interface DottedFlag {
  readonly path: readonly string[]
  readonly value: string
}

/** Removes dotted flags from the words, because no list of options could name them all. */
export function takeDotted(
  words: readonly string[],
  { flags }: CommandFacts,
): { rest: string[]; dotted: DottedFlag[] } {
  const nested = new Set(flags.filter(({ kind }) => kind === 'json').map(({ name }) => name))
  const rest: string[] = []
  const dotted: DottedFlag[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    const [, name = '', more = '', given] = /^--([\w-]+)\.([^=]+)(?:=(.*))?$/s.exec(word) ?? []
    if (!nested.has(snake(name))) {
      rest.push(word)
      continue
    }
    const value = given ?? words[++at]
    if (value === undefined) throw new UsageError(`${word} needs a value.`)
    dotted.push({ path: [name, ...more.split('.')].map(snake), value })
  }
  return { rest, dotted }
}

/** Parses the value of a flag into what the API expects. */
export function readFlag(flag: Flag, text: string): unknown {
  const { kind, name, isNullable } = flag
  if (isNullable && text === 'null') return null
  if (kind === 'integer' || kind === 'number') {
    const number = Number(text)
    const isRight = text.trim() !== '' && (kind === 'integer' ? Number.isInteger(number) : Number.isFinite(number))
    if (!isRight)
      throw new UsageError(
        `${flagName(name)} must be ${kind === 'integer' ? 'a whole number' : 'a number'}, not ${JSON.stringify(text)}.`,
      )
    return number
  }
  if (kind === 'json') return readJson(text, flagName(name))
  if (kind === 'list')
    return text.startsWith('[') ? readJson(text, flagName(name)) : text.split(',').filter((item) => item !== '')
  return text
}

/** Parses JSON given as text, as a file (`@file`), or on standard input (`-`). */
export function readJson(given: string, flag: string): unknown {
  const text = given === '-' ? readFileSync(0, 'utf8') : given.startsWith('@') ? readFile(given.slice(1)) : given
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UsageError(`${flag} is not JSON: ${(error as Error).message}. Pass JSON, @file, or - for standard input.`)
  }
}

function readFile(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new UsageError(`Cannot read ${path}: ${(error as Error).message}`)
  }
}

/** Puts dotted values into the arguments. A numeric step creates a list. */
export function placeDotted(args: Arguments, dotted: readonly DottedFlag[]): void {
  for (const { path, value } of dotted) {
    let place: Record<string, unknown> = args
    for (const [at, step] of path.entries()) {
      if (at === path.length - 1) place[step] = jsonOrText(value)
      else {
        const inside = place[step]
        const made = typeof inside === 'object' && inside !== null ? inside : /^\d+$/.test(path[at + 1] ?? '') ? [] : {}
        place = place[step] = made as Record<string, unknown>
      }
    }
  }
}

function jsonOrText(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

/** Throws if a required argument was given neither as a flag nor in `--body`. */
export function assertComplete({ flags }: CommandFacts, args: Arguments, usage: string): void {
  const missing = flags.filter(({ name, isRequired }) => isRequired && args[name] === undefined)
  if (missing.length === 0) return
  const names = missing.map(({ name }) => flagName(name)).join(', ')
  throw new UsageError(`Missing: ${names}. See \`${usage} --help\`.`)
}
