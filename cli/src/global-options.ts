import type { Command } from 'commander'
import type { CallerOptions } from './profile.ts'

export interface GlobalOptions extends CallerOptions {
  readonly json?: true
  readonly jq?: string
  readonly output?: string
  readonly quiet?: true
}

export const GLOBALS: readonly (readonly [flags: string, description: string])[] = [
  ['--profile <name>', 'the profile of your configuration to use'],
  ['--api-key <key>', 'call with this key; other users of this machine can see it, so prefer `quoin login`'],
  ['--base-url <url>', 'the address of the server'],
  ['--json', 'print the answer as JSON'],
  ['--jq <path>', 'print a part of the answer, such as .data[].id'],
  ['-o, --output <file>', 'write the answer to a file'],
  ['-q, --quiet', 'print ids alone, and no notes'],
]

/** Options that every command takes; those with a value, to find the first word that is a command. */
export const WITH_VALUE = new Set(
  GLOBALS.filter(([flags]) => flags.includes('<')).flatMap(([flags]) => flags.replace(/ <.*/, '').split(', ')),
)

export function addGlobals(command: Command): Command {
  command.optionsGroup('Global options:')
  for (const [flags, description] of GLOBALS) command.option(flags, description)
  return command.helpOption('-h, --help', 'show this help')
}
