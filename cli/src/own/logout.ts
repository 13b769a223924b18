import type { Command } from 'commander'
import { addGlobals, type GlobalOptions } from '../global-options.ts'
import { note } from '../output.ts'
import { resolveCaller, saveProfile } from '../profile.ts'

export function add(program: Command): void {
  const command = program.command('logout').summary('forget the key of a profile')
  command.description('Forgets the key of a profile. The key stays valid: `quoin api-keys revoke` ends it.')
  addGlobals(command).action(() => {
    const options = command.optsWithGlobals<GlobalOptions>()
    const { profileName } = resolveCaller(options)
    saveProfile(profileName, undefined)
    if (!options.quiet) note(`Profile ${profileName} is forgotten.`)
  })
}
