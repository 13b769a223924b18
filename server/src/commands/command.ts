import { Argument, InvalidArgumentError, Option } from 'commander'
import type { Config } from '../kit/config.ts'
import type { Context } from '../kit/context.ts'
import { isName } from '../kit/name.ts'

/** The arguments of a command are wrong in a way that only the command itself can see. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** What a command says: text for people and, with --json, data for programs. Without data it is progress. */
export interface Output {
  readonly text: string
  readonly data?: unknown
  /** 0 when absent. */
  readonly exitCode?: number
}

/** The words after the command; one that is missing was optional. */
export type CommandArguments = readonly (string | undefined)[]
export type Options = Readonly<Record<string, string | undefined>>

export interface CommandCall {
  readonly words: CommandArguments
  readonly options: Options
  readonly print: (output: Output) => void
  readonly isJson: boolean
}

/** Runs on an open database; it may run beside a server. */
export type RunOnContext = (ctx: Context, call: CommandCall) => Promise<Output>
/** Opens what it needs by itself. */
export type RunOnConfig = (config: Config, call: CommandCall) => Promise<Output | undefined>

interface CommandDeclaration {
  /** `keys create`: a group and a command, or a command alone. */
  readonly name: string
  readonly summary: string
  readonly words?: readonly Argument[]
  readonly options?: readonly Option[]
  /** The last lines of its help. */
  readonly note?: string
}

/** One command. Its code is loaded when it runs, so that help and mistakes are answered at once. */
export type Command = CommandDeclaration &
  ({ readonly onContext: () => Promise<RunOnContext> } | { readonly onConfig: () => Promise<RunOnConfig> })

export const word = (name: string, description: string) => new Argument(name, description)
export const option = (flags: string, description: string) => new Option(flags, description)

/** A whole, positive number. */
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

/** `--actor` and `--reason`, which every change that is written to the audit log needs. */
export const AUDITED = [
  option('--actor <who>', 'who makes this change, for the audit log (required)'),
  option('--reason <why>', 'why, for the audit log (required)'),
]

/** Checked here and not by the parser, which would report a misspelt --reason as a missing one. */
export function actorAndReason({ actor, reason }: Options): { actor: string; reason: string } {
  if (!actor) throw new UsageError('--actor is missing. Name who makes this change.')
  if (!isName(actor)) throw new UsageError('--actor must be one line of visible text.')
  if (!reason) throw new UsageError('--reason is missing. Say why this change is made.')
  return { actor, reason }
}
