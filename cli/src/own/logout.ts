import type { Command } from 'commander'
import { addGlobals, type GlobalOptions } from '../global-options.ts'
import { note } from '../output.ts'
import { resolveCaller, saveProfile } from '../profile.ts'
import { signOut } from '../sign-in/device-sign-in.ts'

export function add(program: Command): void {
  const command = program.command('logout').summary('sign out, or delete the stored key of a profile')
  command.description(
    'Ends a sign-in with the browser. A stored API key is only deleted here: it stays valid until you revoke it with `quoin api-keys revoke`.',
  )
  addGlobals(command).action(async () => {
    const options = command.optsWithGlobals<GlobalOptions>()
    const { profileName, profile, baseUrl } = resolveCaller(options)
    const isEnded = await signOut(profile.base_url ?? baseUrl, profile)
    saveProfile(profileName, undefined)
    if (!isEnded) note('The server could not be reached. Revoke the access in the portal under API keys.')
    if (!options.quiet) note(`Profile ${profileName} deleted.`)
  })
}
