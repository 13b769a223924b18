import { Command } from 'commander'
import { takeDotted } from './arguments.ts'
import { kebab, snake } from './command.ts'
import { COMMANDS } from './commands.gen.ts'
import { addGlobals } from './global-options.ts'
import { addOperation } from './operations.ts'
import { VERSION } from './version.ts'

export function createProgram(): Command {
  const program = new Command('quoin').version(VERSION, '-V, --version').exitOverride()
  program.configureHelp({ showGlobalOptions: false }).configureOutput({
    outputError: (text, write) => write(text.replace(/^error: /, 'Error: ')),
  })
  return addGlobals(program)
}

/** Adds the verbs of one resource. Returns the words without the dotted flags, which go to the operation. */
export async function addResource(program: Command, name: string, words: readonly string[]): Promise<string[]> {
  const resource = program.command(name).usage('<verb> [ids] [--flags]').helpCommand(false)
  resource.configureHelp({ subcommandTerm: formatVerbTerm, showGlobalOptions: false }).commandsGroup('Verbs:')
  const own = Object.entries(COMMANDS).filter(([id]) => id.startsWith(`${snake(name)}.`))
  const verb = words[words.indexOf(name) + 1]
  const named = own.find(([id]) => kebab(id.replace(/^.*\./, '')) === verb)
  const { rest, dotted } = named ? takeDotted(words, named[1]) : { rest: [...words], dotted: [] }
  for (const [id, facts] of own) addOperation(resource, id, facts, id === named?.[0] ? dotted : [])
  return rest
}

function formatVerbTerm(verb: Command): string {
  return [verb.name(), ...verb.registeredArguments.map((each) => `<${each.name()}>`)].join(' ')
}
