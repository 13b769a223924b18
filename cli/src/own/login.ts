import type { Command } from 'commander'
import { addGlobals, type GlobalOptions } from '../global-options.ts'
import { configFile, readConfig, resolveCaller, saveLogin } from '../logins.ts'
import { note } from '../output.ts'
import { UsageError } from '../usage-error.ts'

export function add(program: Command): void {
  const command = program.command('login').summary('store an API key')
  command.description(
    'Asks for an API key, or reads it from standard input, verifies it, and stores it in a file that only you can read.\n' +
      'Create keys in the portal under API keys, or with `quoin api-keys create`.',
  )
  command.addHelpText('after', '\nExample:\n  quoin login work --base-url https://quoin.example.com')
  command.argument('[name]', 'name of the login, for several keys or servers')
  addGlobals(command).action((name?: string) => {
    const options = command.optsWithGlobals<GlobalOptions>()
    return login(name === undefined ? options : { ...options, login: name })
  })
}

async function login(options: GlobalOptions): Promise<void> {
  if (options.apiKey !== undefined)
    throw new UsageError(
      'Enter the key at the prompt, or pass it on standard input. Others can see it on the command line.',
    )
  const { loginName, baseUrl } = resolveCaller(options)
  const apiKey = (process.stdin.isTTY ? await ask(`API key for ${baseUrl}: `) : await readAll()).trim()
  if (apiKey === '') throw new UsageError('No API key was entered.')
  const { Quoin } = await import('../../../sdk/src/client.ts')
  await new Quoin({ apiKey, baseURL: baseUrl }).call('profiles.list', [], { limit: 1 })
  saveLogin(loginName, { api_key: apiKey, base_url: baseUrl }, Object.keys(readConfig().logins).length === 0)
  if (!options.quiet) note(`Logged in to ${baseUrl} as ${loginName}. The key is in ${configFile()}.`)
}

/** Asks a question without echoing the input. */
async function ask(question: string): Promise<string> {
  const { createInterface } = await import('node:readline')
  const { Writable } = await import('node:stream')
  process.stderr.write(question)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true })
  terminal.on('SIGINT', () => process.exit(130))
  return new Promise((resolve) => {
    terminal.question('', (answer) => {
      terminal.close()
      process.stderr.write('\n')
      resolve(answer)
    })
  })
}

async function readAll(): Promise<string> {
  let text = ''
  for await (const chunk of process.stdin.setEncoding('utf8')) text += chunk as string
  return text
}
