import type { Command } from 'commander'
import type { CallerOptions } from './logins.ts'

export interface GlobalOptions extends CallerOptions {
  readonly json?: true
  readonly jq?: string
  readonly output?: string
  readonly quiet?: true
}

export interface OperationOptions extends GlobalOptions {
  readonly maxCredits?: string
  readonly idempotencyKey?: string
  readonly all?: true
  readonly wait?: true
}

export const GLOBALS: readonly (readonly [flags: string, description: string])[] = [
  ['--login <name>', 'use the login of this name'],
  ['--api-key <key>', 'use this key; other users of this machine can see it, so prefer `quoin login`'],
  ['--base-url <url>', 'URL of the server'],
  ['--json', 'print the response as JSON'],
  ['--jq <path>', 'print a part of the response, such as .data[].id'],
  ['-o, --output <file>', 'write the response to a file'],
  ['-q, --quiet', 'print only ids, without notes'],
]

/** Global options with a value. Used to find the first word that is a command. */
export const WITH_VALUE = new Set(
  GLOBALS.filter(([flags]) => flags.includes('<')).flatMap(([flags]) => flags.replace(/ <.*/, '').split(', ')),
)

export function addGlobals(command: Command): Command {
  command.optionsGroup('Global options:')
  for (const [flags, description] of GLOBALS) command.option(flags, description)
  return command.helpOption('-h, --help', 'show this help')
}
