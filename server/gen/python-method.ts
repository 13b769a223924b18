import { STANDARD_BOOK } from '../src/domains/billing/credits/standard-book.ts'
import type { Argument, Operation } from '../src/http/openapi/operations-list.ts'
import { argumentName, docstring, pascal } from './python-text.ts'
import type { PythonTypes } from './python-types.ts'

/** Types and texts of one operation, shared by the synchronous and the asynchronous client. */
export interface Method {
  readonly operation: Operation
  /** Name in the table of operations, such as `POSTS_CREATE`. */
  readonly constant: string
  readonly reply: string
  /** Type of the items, if the operation returns a list. */
  readonly item: string | undefined
  readonly parameters: readonly Parameter[]
  /** Formats, besides JSON, that the argument `format` accepts. */
  readonly formats: readonly string[]
  readonly options: 'PricedOptions' | 'WriteOptions' | 'RequestOptions'
  readonly isDownload: boolean
}

interface Parameter {
  readonly argument: Argument
  /** Name in Python. */
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
  readonly isNullable: boolean
}

interface PageSchema {
  readonly properties: { readonly data: { readonly items: unknown } }
}

export function toMethod(operation: Operation, types: PythonTypes): Method {
  const { id, endpoint, query, body, cursorIn, isPriced } = operation
  const { title } = (endpoint.body ?? {}) as { title?: string }
  const place = pascal(title ?? id)
  const parameters = [...query, ...body].map((argument) => toParameter(argument, place, types))
  const isDownload = endpoint.special.streams !== undefined
  const formats = (parameters.find(({ name }) => name === 'format')?.argument.schema as { enum?: string[] })?.enum ?? []
  return {
    operation,
    constant: id.replace('.', '_').toUpperCase(),
    reply: writeReply(operation, types),
    item:
      cursorIn &&
      types.writeReplyType((endpoint.reply as unknown as PageSchema).properties.data.items, `${pascal(id)}Item`),
    // A call can send a file instead of JSON, so these arguments are optional.
    parameters: endpoint.special.takesFile
      ? [...parameters.map((each) => ({ ...each, isRequired: false })), FILE]
      : parameters.toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired)),
    formats: endpoint.produces ? formats.filter((format) => format !== 'json') : [],
    options: isPriced ? 'PricedOptions' : endpoint.method === 'GET' ? 'RequestOptions' : 'WriteOptions',
    isDownload,
  }
}

export function writeReply({ id, endpoint }: Operation, types: PythonTypes): string {
  return endpoint.special.streams ? 'bytes' : types.writeReplyType(endpoint.reply, `${pascal(id)}Response`)
}

const FILE: Parameter = {
  argument: {
    name: 'file',
    schema: { description: 'A file to send instead: bytes, a path, or a file opened for reading bytes.' },
    isRequired: false,
  },
  name: 'file',
  type: 'FileInput',
  isRequired: false,
  isNullable: false,
}

function toParameter(argument: Argument, place: string, types: PythonTypes): Parameter {
  const type = types.writeArgumentType(argument.schema, `${place}${pascal(argument.name)}`)
  return {
    argument,
    name: argumentName(argument.name),
    type,
    isRequired: argument.isRequired,
    isNullable: type.startsWith('Optional['),
  }
}

/** Renders a parameter. Where null has a meaning, omission needs its own value: `Union[str, None, NotGiven] = NOT_GIVEN`. */
export function declared({ name, type, isRequired, isNullable }: Parameter): string {
  if (isRequired) return `${name}: ${type}`
  if (isNullable) return `${name}: Union[${type}, NotGiven] = NOT_GIVEN`
  return `${name}: ${type === 'Any' ? type : `Optional[${type}]`} = None`
}

/** Renders the docstring: effect, price and arguments of the call. */
export function describe({ operation: { id, endpoint }, parameters }: Method, more: readonly string[] = []): string {
  const { summary, description, method, path } = endpoint
  const described = parameters.filter(({ argument }) => readDescription(argument) !== '')
  return docstring(
    [
      `${summary}.`,
      ...(description ? [description] : []),
      ...more,
      `${describePrice(endpoint.price)} \`${method} ${path}\` (\`${id}\`).`,
    ],
    '        ',
    described.map(({ name, argument }) => `:param ${name}: ${readDescription(argument)}`),
  )
}

function readDescription({ schema }: Argument): string {
  return ((schema as { description?: string }).description ?? '').replaceAll(/\s+/g, ' ')
}

function describePrice(price: Operation['endpoint']['price']): string {
  if (price === 'free') return 'Free.'
  if (price === 'quote') return 'Free: returns what the call would cost.'
  if (price === 'later') return 'Price: holds the most that the job can cost, and charges for what it found.'
  const known = STANDARD_BOOK.actions[price.action]
  if (!known) return `Price: the sum of its steps, as \`workflows.list\` shows them.`
  return `Price: ${known.credits} ${known.credits === 1 ? 'credit' : 'credits'} per ${known.unit} (\`${price.action}\`, standard price book).`
}
