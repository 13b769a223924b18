import type { Command } from 'commander'
import { ApiError } from '../../../sdk/src/errors.ts'
import { openClient } from '../client.ts'
import { addGlobals, type GlobalOptions } from '../global-options.ts'
import { print } from '../output.ts'

export function add(program: Command): void {
  const command = program.command('whoami').summary('show the server, the key and the credit balance')
  command.description('Shows the login, the server, the kind of key, and the credit balance.')
  addGlobals(command).action(() => show(command.optsWithGlobals<GlobalOptions>()))
}

async function show(options: GlobalOptions): Promise<void> {
  const { client, caller } = openClient(options)
  const { apiKey = '', baseUrl, loginName } = caller
  const credits = await client.call('credits.get').catch((error: unknown) => {
    // A key limited to profiles is valid but cannot read the balance.
    if (error instanceof ApiError && error.code === 'out_of_scope') return undefined
    throw error
  })
  const { available } = (credits ?? {}) as { available?: number }
  const answer = {
    login: loginName,
    base_url: baseUrl,
    key: `${apiKey.slice(0, 12)}…`,
    mode: apiKey.includes('_test_') ? 'test' : 'live',
    credits_available: available ?? null,
  }
  await print(answer, { options })
}
