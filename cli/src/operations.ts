import { openAsBlob } from 'node:fs'
import { extname } from 'node:path'
import type { Command } from 'commander'
import { type Arguments, assertComplete, type DottedFlag, placeDotted, readFlag, readJson } from './arguments.ts'
import { type CommandFacts, type Flag, flagName, kebab, type Mark } from './command.ts'
import { addGlobals, type OperationOptions } from './global-options.ts'

const HINTS = {
  text: '<text>',
  time: '<time>',
  integer: '<number>',
  number: '<number>',
  list: '<a,b>',
  json: '<json>',
  boolean: '',
} as const satisfies Record<Flag['kind'], string>

const CALL_CEILING = 'refuse the call if it could cost more than this'
const SEARCH_CEILING = 'credits to spend at most, on all pages together; without --limit, find as many as they allow'

/** Adds a command for one operation. */
export function addOperation(parent: Command, id: string, facts: CommandFacts, dotted: readonly DottedFlag[]): void {
  const { summary, description, params, flags, example } = facts
  const has = (mark: Mark) => facts.marks.includes(mark)
  const args: Arguments = {}
  const command = parent.command(kebab(id.replace(/^.*\./, ''))).summary(summary)
  command.description([summary, description].filter(Boolean).join('\n\n'))
  for (const name of params) command.argument(`<${kebab(name)}>`)
  command.optionsGroup('Arguments:')
  for (const flag of flags) addFlag(command, flag, args)
  if (has('file')) command.option('--file <path>', 'file to send')
  const hasWhole = flags.length > 0 && has('write') && !flags.some(({ name }) => name === 'body')
  if (hasWhole)
    command.option('--body <json>', 'all arguments as JSON, @file, or - for standard input; flags override it')
  if (has('page')) command.option('--all', 'read every page')
  if (has('wait')) command.option('--wait', 'wait until the work is done')
  if (has('priced')) command.option('--max-credits <number>', has('page') ? SEARCH_CEILING : CALL_CEILING)
  if (has('write'))
    command.option('--idempotency-key <key>', 'do the work once, even if the call is repeated with this key')
  addGlobals(command)
  command.addHelpText('after', `\nExample:\n  ${example}`)
  command.action(async (...given: unknown[]) => {
    const values = given.slice(0, params.length) as string[]
    const options = command.optsWithGlobals<OperationOptions & { body?: string; file?: string }>()
    const whole = hasWhole && options.body !== undefined ? (readJson(options.body, '--body') as Arguments) : {}
    const all = { ...whole, ...args }
    placeDotted(all, dotted)
    const file = options.file === undefined ? undefined : await readMedia(options.file)
    if (file) Object.assign(all, { file })
    else assertComplete(facts, all, `quoin ${kebab(id.replace('.', ' '))}`)
    const { call } = await import('./call.ts')
    await call({ id, facts, params: values, args: all, options })
  })
}

function addFlag(command: Command, flag: Flag, args: Arguments): void {
  const { name, kind } = flag
  const keep = (value: unknown) => {
    const before = args[name]
    args[name] =
      kind === 'list' && Array.isArray(before) && Array.isArray(value)
        ? [...(before as unknown[]), ...(value as unknown[])]
        : value
  }
  const description = describe(flag)
  if (kind === 'boolean') {
    command.option(flagName(name), description).option(`--no-${kebab(name)}`)
    command.on(`option:${kebab(name)}`, () => keep(true)).on(`option:no-${kebab(name)}`, () => keep(false))
    return
  }
  command.option(`${flagName(name)} ${HINTS[kind]}`, description, (text: string) => keep(readFlag(flag, text)))
}

export function describe({ description = '', isRequired, values, default: usual }: Flag): string {
  const parts = [
    isRequired && '(required)',
    description.replace(/\.$/, ''),
    values && `one of ${values.join(', ')}`,
    usual !== undefined && usual !== '' && `default ${JSON.stringify(usual)}`,
  ]
  const [first, ...others] = parts.filter(Boolean)
  return [first, ...others]
    .join(first === '(required)' && others.length === 1 ? ' ' : '; ')
    .replace('(required);', '(required)')
}

const TYPES: Readonly<Record<string, string>> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.mp4': 'video/mp4',
  '.mov': 'video/quicktime',
  '.pdf': 'application/pdf',
}

/** Opens a file that is read while it is sent. */
function readMedia(path: string): Promise<Blob> {
  return openAsBlob(path, { type: TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream' })
}
