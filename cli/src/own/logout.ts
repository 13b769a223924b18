import type { Command } from 'commander'
import { addGlobals, type GlobalOptions } from '../global-options.ts'
import { note } from '../output.ts'
import { resolveCaller, saveProfile } from '../profile.ts'

export function add(program: Command): void {
  const command = program.command('logout').summary('delete the stored key of a profile')
  command.description(
    'Deletes the stored key of a profile. The key itself stays valid until you revoke it with `quoin api-keys revoke`.',
  )
  addGlobals(command).action(() => {
    const options = command.optsWithGlobals<GlobalOptions>()
    const { profileName } = resolveCaller(options)
    saveProfile(profileName, undefined)
    if (!options.quiet) note(`Profile ${profileName} deleted.`)
  })
}
