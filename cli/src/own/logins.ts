import type { Command } from 'commander'
import { addGlobals, type GlobalOptions } from '../global-options.ts'
import { readConfig, writeConfig } from '../logins.ts'
import { note, print } from '../output.ts'
import { UsageError } from '../usage-error.ts'

export function add(program: Command): void {
  const command = program.command('logins').summary('list the stored logins')
  command.description('Lists the stored logins: their names, servers and keys, and which one is the default.')
  addGlobals(command).action(() => list(command.optsWithGlobals<GlobalOptions>()))
  const use = command.command('use').summary('choose the default login')
  use.description('Makes a stored login the default: commands without `--login` use it.')
  use.argument('<name>', 'name of the login')
  addGlobals(use).action((name: string) => choose(name, use.optsWithGlobals<GlobalOptions>()))
}

async function list(options: GlobalOptions): Promise<void> {
  const config = readConfig()
  const data = Object.entries(config.logins)
    .map(([name, { api_key: key = '', base_url: url = '' }]) => ({
      name,
      is_default: name === config.default,
      base_url: url,
      key: key && `${key.slice(0, 12)}…`,
    }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
  await print({ data, has_more: false, next_cursor: null }, { options })
}

function choose(name: string, { quiet }: GlobalOptions): void {
  const config = readConfig()
  if (!Object.hasOwn(config.logins, name))
    throw new UsageError(`There is no login ${name}. \`quoin logins\` lists them; \`quoin login ${name}\` adds it.`)
  writeConfig({ ...config, default: name })
  if (!quiet) note(`${name} is the default login now.`)
}
