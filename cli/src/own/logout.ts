import type { Command } from 'commander'
import { addGlobals, type GlobalOptions } from '../global-options.ts'
import { resolveCaller, saveLogin } from '../logins.ts'
import { note } from '../output.ts'
import { signOut } from '../sign-in/device-sign-in.ts'

export function add(program: Command): void {
  const command = program.command('logout').summary('sign out, or delete a stored key')
  command.description(
    'Ends a sign-in with the browser. A stored API key is only deleted here: it stays valid until you revoke it with `quoin api-keys revoke`.',
  )
  command.argument('[name]', 'name of the login; the default one if absent')
  addGlobals(command).action(async (name?: string) => {
    const options = command.optsWithGlobals<GlobalOptions>()
    const { loginName, login, baseUrl } = resolveCaller(name === undefined ? options : { ...options, login: name })
    const isEnded = await signOut(login.base_url ?? baseUrl, login)
    saveLogin(loginName, undefined)
    if (!isEnded) note('The server could not be reached. Revoke the access in the portal under API keys.')
    if (!options.quiet) note(`Logged out of ${loginName}.`)
  })
}
