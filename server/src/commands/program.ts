import { Command as Parser } from 'commander'
import { VERSION } from '../kit/version.ts'
import { type Command, type CommandCall, type Options, type Output, option } from './command.ts'
import { COMMANDS, GROUPS } from './commands.ts'

export interface Shell {
  readonly print: (text: string) => void
  /** Prints usage errors and their help. */
  readonly printError: (text: string) => void
  /** Runs a parsed command. */
  readonly run: (command: Command, call: CommandCall) => Promise<Output | undefined>
}

/** Parses the arguments, runs the command and returns its exit code. Throws CommanderError if they cannot be parsed. */
export async function runProgram(args: readonly string[], shell: Shell): Promise<number> {
  let exitCode = 0
  const program = createParser('quoin-server', shell)
    .version(VERSION, '--version', 'print the version')
    .description('Settings come from environment variables; docs/configuration.md lists them.')
    .showHelpAfterError()
  const groups = new Map<string, Parser>()
  for (const command of COMMANDS) {
    const [first = '', second] = command.name.split(' ')
    if (second !== undefined && !groups.has(first))
      groups.set(first, program.command(first).description(GROUPS[first] ?? ''))
    const parser = (groups.get(first) ?? program).command(second ?? first).description(command.summary)
    for (const each of command.words ?? []) parser.addArgument(each)
    for (const each of command.options ?? []) parser.addOption(each)
    parser.addOption(option('--json', 'print JSON, for programs'))
    if (command.note) parser.addHelpText('after', `\n${command.note}`)
    parser.action(async () => {
      exitCode = await runCommand(command, parser, shell)
    })
  }
  await program.parseAsync(args, { from: 'user' })
  return exitCode
}

async function runCommand(command: Command, parser: Parser, shell: Shell): Promise<number> {
  const { json: isJson = false, ...options } = parser.opts<Options & { json?: boolean }>()
  const print = ({ text, data }: Output) => {
    if (!isJson) shell.print(text)
    else if (data !== undefined) shell.print(JSON.stringify(data))
  }
  const output = await shell.run(command, { words: parser.args, options, print, isJson })
  if (output) print(output)
  return output?.exitCode ?? 0
}

/** Creates a parser that throws instead of exiting. */
function createParser(name: string, { print, printError }: Shell): Parser {
  return new Parser(name).exitOverride().configureOutput({
    writeOut: (text) => print(text.trimEnd()),
    writeErr: (text) => printError(text.trimEnd()),
  })
}
