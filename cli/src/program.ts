import type { CommanderError } from 'commander'
import { explain, toExitCode } from './explain-error.ts'
import { WITH_VALUE } from './global-options.ts'
import { rootHelp } from './help.ts'
import { nearest } from './nearest-name.ts'
import { OWN } from './own-commands.ts'
import { RESOURCES } from './resources.gen.ts'
import { UsageError } from './usage-error.ts'
import { VERSION } from './version.ts'

/** Runs a command and returns its exit code. Loads only the named command. */
export async function run(words: readonly string[]): Promise<number> {
  try {
    return await dispatch(words)
  } catch (error) {
    if (isCommanderError(error)) return error.exitCode === 0 ? 0 : 2
    process.stderr.write(`${withoutKeys(explain(error))}\n`)
    return toExitCode(error)
  }
}

async function dispatch(words: readonly string[]): Promise<number> {
  const name = firstCommand(words)
  if (name === undefined) {
    if (words.includes('--version') || words.includes('-V')) process.stdout.write(`${VERSION}\n`)
    else process.stdout.write(rootHelp())
    return words.length === 0 ? 2 : 0
  }
  if (name === 'help') return dispatch([...words.filter((word) => word !== 'help'), '--help'])
  const load = OWN.find((command) => command.name === name)?.load
  const { createProgram, addResource } = await import('./commands.ts')
  const program = createProgram()
  if (load) {
    const { add } = await load()
    add(program, OWN)
    await program.parseAsync(words, { from: 'user' })
  } else if (RESOURCES[name] !== undefined) {
    const rest = await addResource(program, name, words)
    await program.parseAsync(rest, { from: 'user' })
  } else throw unknown(name)
  return Number(process.exitCode ?? 0)
}

/** Returns the first word that is not a global option. */
function firstCommand(words: readonly string[]): string | undefined {
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    if (WITH_VALUE.has(word)) at++
    else if (!word.startsWith('-')) return word
  }
  return undefined
}

function unknown(name: string): UsageError {
  const near = nearest(name, [...OWN.map((command) => command.name), ...Object.keys(RESOURCES)])
  return new UsageError(
    `There is no command ${name}. ${near ? `Did you mean ${near}? ` : ''}\`quoin --help\` lists them.`,
  )
}

function isCommanderError(error: unknown): error is CommanderError {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('commander.')
}

/** Redacts keys. Our own messages contain none, but messages of others might. */
function withoutKeys(text: string): string {
  return text.replace(/\b(q[acdklr]_(?:live_|test_)?|whsec_)[\w+/=-]{8,}/g, '$1…')
}
