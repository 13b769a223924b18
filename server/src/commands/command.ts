import { Argument, InvalidArgumentError, Option } from 'commander'
import type { Config } from '../kit/config/config.ts'
import type { Context } from '../kit/context.ts'
import { isName } from '../kit/name.ts'

/** Invalid arguments that only the command itself can detect. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** Output of a command: text for people and, with --json, data for programs. Output without data is progress. */
export interface Output {
  readonly text: string
  readonly data?: unknown
  /** Default: 0. */
  readonly exitCode?: number
}

/** Words after the command. A missing word was optional. */
export type CommandArguments = readonly (string | undefined)[]
export type Options = Readonly<Record<string, string | undefined>>

export interface CommandCall {
  readonly words: CommandArguments
  readonly options: Options
  readonly print: (output: Output) => void
  readonly isJson: boolean
}

/** Runs on an open database. Can run beside a server. */
export type RunOnContext = (ctx: Context, call: CommandCall) => Promise<Output>
/** Opens the resources it needs itself. */
export type RunOnConfig = (config: Config, call: CommandCall) => Promise<Output | undefined>

interface CommandDeclaration {
  /** A group and a command, such as `keys create`, or only a command. */
  readonly name: string
  readonly summary: string
  readonly words?: readonly Argument[]
  readonly options?: readonly Option[]
  /** Last lines of the help. */
  readonly note?: string
}

/** One command. Its code is loaded when it runs, so that help and usage errors are fast. */
export type Command = CommandDeclaration &
  ({ readonly onContext: () => Promise<RunOnContext> } | { readonly onConfig: () => Promise<RunOnConfig> })

export const word = (name: string, description: string) => new Argument(name, description)
export const option = (flags: string, description: string) => new Option(flags, description)

/** Accepts a positive whole number. */
export function readCredits(given: string): string {
  if (!/^[1-9]\d{0,8}$/.test(given))
    throw new InvalidArgumentError(`${JSON.stringify(given)} is not a number of credits.`)
  return given
}

export function readChange(given: string): string {
  readCredits(given.replace(/^[+-]/, ''))
  return given
}

export function readCount(given: string): string {
  if (!/^\d{1,9}$/.test(given)) throw new InvalidArgumentError(`${JSON.stringify(given)} is not a whole number.`)
  return given
}

/** `--actor` and `--reason`, required for every change that is written to the audit log. */
export const AUDITED = [
  option('--actor <who>', 'person who makes this change, for the audit log (required)'),
  option('--reason <why>', 'reason for this change, for the audit log (required)'),
]

/** Checks the options here, because the parser would report a misspelt --reason as missing. */
export function actorAndReason({ actor, reason }: Options): { actor: string; reason: string } {
  if (!actor) throw new UsageError('--actor is missing. Set it to the person who makes this change.')
  if (!isName(actor)) throw new UsageError('--actor must be one line of visible text.')
  if (!reason) throw new UsageError('--reason is missing. Set it to the reason for this change.')
  return { actor, reason }
}
