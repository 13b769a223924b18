import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { UsageError } from './usage-error.ts'

/** Settings that `quoin login` and `quoin listen` store under one name. */
export interface Login {
  /** An API key, or the access token of a sign-in. */
  readonly api_key?: string
  /** Set when the user signed in with a browser. */
  readonly sign_in?: { readonly refresh_token: string; readonly expires_at: string } | undefined
  readonly base_url?: string
  /** Secret that signs the events sent by `listen` and `trigger`. */
  readonly listen_secret?: string
  /** Last address that `listen` forwarded events to. */
  readonly forward_to?: string
}

interface Config {
  readonly default: string
  readonly logins: Readonly<Record<string, Login>>
}

const NAME = /^[\w.-]{1,64}$/

export function configFile(): string {
  const home = process.env['XDG_CONFIG_HOME'] || join(homedir(), '.config')
  return join(home, 'quoin', 'config.json')
}

export function readConfig(): Config {
  const file = configFile()
  try {
    return { default: 'default', logins: {}, ...(JSON.parse(readFileSync(file, 'utf8')) as Partial<Config>) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { default: 'default', logins: {} }
    throw new UsageError(`Cannot read ${file}: ${(error as Error).message}. Fix it, or delete it and log in again.`)
  }
}

/** Changes one login, or deletes it if the change is undefined. */
export function saveLogin(name: string, change: Login | undefined, isDefault = false): void {
  const config = readConfig()
  const { [name]: before, ...others } = config.logins
  const logins = change ? { ...others, [name]: { ...before, ...change } } : others
  writeConfig({ default: isDefault ? name : config.default, logins })
}

/** Only the owner can read the file. */
export function writeConfig(config: Config): void {
  const file = configFile()
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const written = `${file}.${process.pid}`
  writeFileSync(written, `${JSON.stringify(config, null, 2)}\n`, { mode: 0o600 })
  chmodSync(written, 0o600)
  renameSync(written, file)
}

export interface CallerOptions {
  readonly login?: string
  readonly apiKey?: string
  readonly baseUrl?: string
}

/** Server and key that a command uses. */
export interface Caller {
  readonly loginName: string
  readonly login: Login
  readonly apiKey: string | undefined
  readonly baseUrl: string
}

/** Finds server and key in the flags, then in a named login, then in the environment, then in the default login. */
export function resolveCaller({ login: named, apiKey, baseUrl }: CallerOptions): Caller {
  const config = readConfig()
  const loginName = named ?? config.default
  if (!NAME.test(loginName))
    throw new UsageError(`Invalid login name: ${loginName}. Use letters, digits, dots, dashes and underscores.`)
  const login = config.logins[loginName] ?? {}
  const { QUOIN_API_KEY: key, QUOIN_BASE_URL: url } = process.env
  const inOrder = (flag?: string, environment?: string, stored?: string) =>
    flag ?? (named === undefined ? environment || stored : stored || environment)
  return {
    loginName,
    login,
    apiKey: inOrder(apiKey, key, login.api_key),
    baseUrl: (inOrder(baseUrl, url, login.base_url) ?? 'http://127.0.0.1:8080').replace(/\/+$/, ''),
  }
}

export function needKey({ apiKey, loginName }: Caller): string {
  if (apiKey !== undefined) return apiKey
  throw new UsageError(`No API key for login ${loginName}. Run \`quoin login\`, or set QUOIN_API_KEY.`)
}
