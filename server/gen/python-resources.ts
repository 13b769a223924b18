import { declared, describe, type Method } from './python-method.ts'
import { literal, pascal, tuple } from './python-text.ts'

/** Resources with methods besides their operations. */
const PARENTS: Readonly<Record<string, string>> = { webhooks: 'WebhookTools' }

/** Names that differ between the two clients. */
export interface Flavour {
  readonly isAsync: boolean
  /** Prefix of class names. */
  readonly prefix: '' | 'Async'
}

/** Renders a class for each resource, and one that has them all as attributes. */
export function renderResources(methods: readonly Method[], flavour: Flavour): string {
  const { prefix } = flavour
  const byResource = [...Map.groupBy(methods, ({ operation }) => operation.resource)]
  const classes = byResource.map(([resource, own]) => {
    const parents = [PARENTS[resource], `${prefix}Resource`].filter(Boolean).join(', ')
    return `class ${prefix}${pascal(resource)}(${parents}):\n${own.map((method) => renderMethod(method, flavour)).join('\n')}`
  })
  const attributes = byResource.map(([resource]) => `        self.${resource} = ${prefix}${pascal(resource)}(caller)\n`)
  const all = `class ${prefix}Resources:\n    def __init__(self, caller: ${prefix}Caller) -> None:\n${attributes.join('')}`
  return [...classes, all].join('\n\n')
}

function renderMethod(method: Method, flavour: Flavour): string {
  const { operation, item, formats } = method
  const call = operation.isPriced && item !== undefined ? { ...method, item: undefined } : method
  const text = formats.length > 0 ? withFormats(call, flavour) : plain(call, flavour)
  return call === method ? text : `${text}\n${paidPages(method, flavour)}`
}

/** Return type and call of a method. A list is read when it is iterated, so its method is never `async`. */
function describeAnswer({ constant, reply, item, isDownload }: Method, { isAsync, prefix }: Flavour) {
  const isPaged = item !== undefined
  const type = isPaged ? `${prefix}Pages[${item}, ${reply}]` : isDownload ? `${prefix}Download` : reply
  const how = isPaged ? `${prefix}Pages(self._caller, ` : `self._caller.${isDownload ? 'download' : 'call'}(`
  const awaits = isAsync && !isPaged
  return { type, def: awaits ? 'async def' : 'def', call: `return ${awaits ? 'await ' : ''}${how}ops.${constant}, ` }
}

function plain(method: Method, flavour: Flavour): string {
  const { type, def, call } = describeAnswer(method, flavour)
  return `    ${def} ${method.operation.verb}(\n${signature(method)}    ) -> ${type}:\n${describe(method)}        ${call}${sent(method)})\n`
}

/** Renders overloads, because the argument `format` decides the return type. */
function withFormats(method: Method, flavour: Flavour): string {
  const { operation, constant, formats, item } = method
  const { type, def, call } = describeAnswer(method, flavour)
  const { isAsync, prefix } = flavour
  const file = isAsync && item !== undefined ? `Coroutine[Any, Any, ${prefix}Download]` : `${prefix}Download`
  const asked = `Literal[${formats.map(literal).join(', ')}]`
  const overload = (format: string, answer: string) =>
    `    @overload\n    ${def} ${operation.verb}(\n${signature(method, format)}    ) -> ${answer}: ...\n\n`
  const download = `return ${isAsync && item === undefined ? 'await ' : ''}self._caller.download(ops.${constant}, ${sent(method)})`
  return [
    overload('format: Optional[Literal["json"]] = None', type),
    overload(`format: ${asked}`, file),
    `    ${def} ${operation.verb}(\n${signature(method, `format: Optional[Literal["json", ${formats.map(literal).join(', ')}]] = None`)}`,
    `    ) -> Union[${type}, ${file}]:\n${describe(method)}`,
    `        if format not in (None, "json"):\n            ${download}\n        ${call}${sent(method)})\n`,
  ].join('')
}

/** Renders the iterator of a paid search. Every page is a call with its own price, so it requires a limit. */
function paidPages(method: Method, flavour: Flavour): string {
  const { type, call } = describeAnswer(method, flavour)
  const about = describe(method, [
    'Reads page after page as you iterate. Each page is a separate call with its own price and Idempotency-Key. `to_list` and `collect` return what `max_credits` allows; iterating raises `MaxCreditsExceededError` before a page that could exceed it. Every error in the middle has the items bought before it as `partial`.',
  ])
  const ceiling = '        max_credits: int,\n'
  const lines = signature(method).replace('        *,\n', `        *,\n${ceiling}`)
  return `    def iter_${method.operation.verb}(\n${lines}    ) -> ${type}:\n${about}        ${call}${sent(method)}, max_credits)\n`
}

function signature({ operation, parameters, options }: Method, format?: string): string {
  const positional = operation.params.map((name) => `${name}: str`)
  const named = parameters.filter(({ name }) => format === undefined || name !== 'format').map(declared)
  const isLate = format === undefined || format.endsWith('= None')
  const first = parameters.filter(({ isRequired }) => isRequired).length
  const keyword = format === undefined ? named : isLate ? [...named, format] : named.toSpliced(first, 0, format)
  const lines = [
    'self',
    ...positional,
    ...(positional.length > 0 ? ['/'] : []),
    '*',
    ...keyword,
    `request_options: Optional[${options}] = None`,
  ]
  return lines.map((line) => `        ${line},\n`).join('')
}

function sent({ operation, parameters }: Method): string {
  const named = parameters.map(({ name, argument }) => `${literal(argument.name)}: ${name}`)
  const isShort = named.join(', ').length <= 20
  const lines = named.map((each) => `            ${each},\n`).join('')
  const given = isShort ? `{${named.join(', ')}}` : `{\n${lines}        }`
  return `${tuple(operation.params)}, ${given}, request_options`
}
