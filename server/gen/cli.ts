import type { Argument, Operation } from '../src/http/openapi/operations-list.ts'
import { operations } from '../src/http/openapi/operations-list.ts'
import type { Output } from './output.ts'

/** Every operation for the command line: its help, its flags with their kinds, and the columns of its table. */
export const cliTable: Output = {
  path: 'cli/src/commands.gen.ts',
  content: () =>
    [
      '// Generated from the endpoint declarations by `npm run gen`: change those, not this.',
      "import type { CommandFacts } from './command.ts'\n",
      'export const COMMANDS: Readonly<Record<string, CommandFacts>> = {',
      ...offered.map((operation) => `  ${JSON.stringify(operation.id)}: ${JSON.stringify(toCommandFacts(operation))},`),
      '}\n',
    ].join('\n'),
}

/** Names of resources and verbs, for the top-level help. */
export const cliResources: Output = {
  path: 'cli/src/resources.gen.ts',
  content: () => {
    const groups = Map.groupBy(offered, ({ resource }) => kebab(resource))
    const lines = [...groups].map(([name, list]) => {
      const verbs = list.map(({ verb }) => kebab(verb))
      return `  ${JSON.stringify(name)}: ${JSON.stringify(verbs.join(' '))},\n`
    })
    return [
      '// Generated from the endpoint declarations by `npm run gen`: change those, not this.\n',
      '/** The verbs of every resource. */\n',
      `export const RESOURCES: Readonly<Record<string, string>> = {\n${lines.join('')}}\n`,
    ].join('')
  },
}

/** Every operation except the endless event stream, which `listen` follows. */
export const offered = operations.filter(({ endpoint }) => !endpoint.special.lasts)

interface Schema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly description?: string
  readonly default?: unknown
  readonly format?: string
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
}

export function toCommandFacts(operation: Operation) {
  const { endpoint, params, query, body, isPriced, cursorIn } = operation
  const { summary, description, method, special } = endpoint
  const columns = pickColumns(operation)
  return {
    summary,
    ...(description !== undefined && { description }),
    params,
    flags: [...query, ...body].map(toFlag),
    marks: [
      cursorIn && 'page',
      isPriced && 'priced',
      method !== 'GET' && 'write',
      special.takesFile && 'file',
      special.streams && 'bytes',
      isWaitable(operation) && 'wait',
    ].filter((mark) => typeof mark === 'string'),
    ...(columns.length > 0 && { columns }),
    example: formatExampleCommand(operation),
  }
}

function toFlag({ name, schema, isRequired }: Argument) {
  const { description, default: usual, ...rest } = schema as Schema
  const types = listTypes(rest)
  const values = (rest.items?.enum ?? rest.enum)?.filter((value) => value !== null)
  return {
    name,
    kind: pickFlagKind(rest, types),
    ...(isRequired && { isRequired }),
    ...(types.includes('null') && { isNullable: true }),
    ...(description !== undefined && { description }),
    ...(usual !== undefined && { default: usual }),
    ...(values && { values }),
  }
}

function listTypes({ type }: Schema): readonly string[] {
  return typeof type === 'string' ? [type] : (type ?? [])
}

function pickFlagKind({ format, items }: Schema, types: readonly string[]): string {
  const type = types.find((each) => each !== 'null') ?? 'json'
  if (type === 'string') return format === 'date-time' ? 'time' : 'text'
  if (type === 'integer' || type === 'number' || type === 'boolean') return type
  const isList = type === 'array' && items !== undefined && listTypes(items).some((each) => each === 'string')
  return isList ? 'list' : 'json'
}

const WAITABLE = /^(job|bulk|post|med)_/

function isWaitable({ endpoint: { reply, example } }: Operation): boolean {
  const { properties } = reply as Schema
  const { id } = (example.reply ?? {}) as { id?: unknown }
  return properties?.['status'] !== undefined && typeof id === 'string' && WAITABLE.test(id)
}

/** Fields that a table shows, in order. */
const COLUMNS = `
  id request_id row seq name full_name display_name username label domain title
  type event_type kind action platform mode direction category language fault url
  status outcome rating content body summary value mime bytes_size last_message
  attempt last_response_code calls found credits balance_after success_rate waiting
  external_id scheduled_at occurred_at published_at expires_at last_used_at created_at`
  .trim()
  .split(/\s+/)
const COLUMNS_MAX = 6

function pickColumns({ endpoint }: Operation): string[] {
  const { properties = {} } = endpoint.reply as Schema
  const fields = properties['data']?.items?.properties ?? {}
  const isShown = (name: string) => fields[name] && !listTypes(fields[name]).some((type) => /object|array/.test(type))
  const known = COLUMNS.filter(isShown)
  const last = known.findLast((name) => name.endsWith('_at'))
  const rest = known.filter((name) => !name.endsWith('_at'))
  return [...rest.slice(0, last ? COLUMNS_MAX - 1 : COLUMNS_MAX), ...(last ? [last] : [])]
}

/** Renders the declared example as a command. */
export function formatExampleCommand({ resource, verb, endpoint, params, query, body }: Operation): string {
  const { example, special } = endpoint
  const words = ['quoin', kebab(resource), kebab(verb), ...params.map((name) => example.params?.[name] ?? `<${name}>`)]
  if (special.takesFile && example.body === undefined) words.push('--file photo.jpg')
  const sent = { ...example.query, ...(example.body as Record<string, unknown> | undefined) }
  for (const { name, schema } of [...query, ...body]) {
    const value = sent[name]
    if (value === undefined) continue
    const { kind } = toFlag({ name, schema, isRequired: false })
    if (kind === 'boolean') words.push(value === false ? `--no-${kebab(name)}` : `--${kebab(name)}`)
    else words.push(`--${kebab(name)} ${quoted(kind === 'list' && Array.isArray(value) ? value.join(',') : value)}`)
  }
  return words.join(' ')
}

export function kebab(name: string): string {
  return name.replaceAll('_', '-')
}

/** Quotes a value for a POSIX shell. */
function quoted(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
