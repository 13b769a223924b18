import type { Command } from 'commander'
import { addGlobals, type GlobalOptions } from '../global-options.ts'
import { configFile, readConfig, resolveCaller, saveLogin } from '../logins.ts'
import { note } from '../output.ts'
import { signInWithBrowser } from '../sign-in/device-sign-in.ts'
import { UsageError } from '../usage-error.ts'

export function add(program: Command): void {
  const command = program.command('login').summary('sign in, or store an API key')
  command.description(
    'Signs in with your browser: open the address, enter the code and choose what the command line may do.\n' +
      'With --key, or with an API key on standard input, stores the key instead, after verifying it.\n' +
      'Tokens and keys are stored in a file that only you can read.',
  )
  command.argument('[name]', 'name of the login, for several users, keys or servers')
  command.option('--key', 'enter an API key instead of signing in with the browser')
  command.option('--browser', 'sign in with the browser even if standard input is not a terminal')
  command.addHelpText('after', '\nExample:\n  quoin login work --base-url https://quoin.example.com')
  addGlobals(command).action((name?: string) => {
    const options = command.optsWithGlobals<LoginOptions>()
    return login(name === undefined ? options : { ...options, login: name })
  })
}

interface LoginOptions extends GlobalOptions {
  readonly key?: true
  readonly browser?: true
}

async function login(options: LoginOptions): Promise<void> {
  if (options.apiKey !== undefined)
    throw new UsageError(
      'Enter the key at the prompt, or pass it on standard input. Others can see it on the command line.',
    )
  const { loginName, baseUrl } = resolveCaller(options)
  const isFirst = Object.keys(readConfig().logins).length === 0
  if (options.browser || (process.stdin.isTTY && !options.key)) {
    saveLogin(loginName, await signInWithBrowser(baseUrl), isFirst)
    if (!options.quiet) note(`Signed in to ${baseUrl} as ${loginName}. The tokens are in ${configFile()}.`)
    return
  }
  const apiKey = (process.stdin.isTTY ? await ask(`API key for ${baseUrl}: `) : await readAll()).trim()
  if (apiKey === '') throw new UsageError('No API key was entered.')
  const { Quoin } = await import('../../../sdk/src/client.ts')
  await new Quoin({ apiKey, baseURL: baseUrl }).call('profiles.list', [], { limit: 1 })
  saveLogin(loginName, { api_key: apiKey, base_url: baseUrl, sign_in: undefined }, isFirst)
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
