import type { Command } from 'commander'
import { addGlobals, type GlobalOptions } from '../global-options.ts'
import { resolveCaller, saveLogin } from '../logins.ts'
import { note } from '../output.ts'

export function add(program: Command): void {
  const command = program.command('logout').summary('delete a stored key')
  command.description(
    'Deletes a stored key. The key itself stays valid until you revoke it with `quoin api-keys revoke`.',
  )
  command.argument('[name]', 'name of the login; the default one if absent')
  addGlobals(command).action((name?: string) => {
    const options = command.optsWithGlobals<GlobalOptions>()
    const { loginName } = resolveCaller(name === undefined ? options : { ...options, login: name })
    saveLogin(loginName, undefined)
    if (!options.quiet) note(`Logged out of ${loginName}.`)
  })
}
