import { platforms } from '../src/connectors/registry.ts'
import { STANDARD_BOOK } from '../src/domains/billing/credits/standard-book.ts'
import { jobFinished } from '../src/domains/data/data-jobs/contract/job.ts'
import { events } from '../src/domains/webhooks/contract/webhook.ts'
import { type Argument, type Operation, operations } from '../src/http/openapi/operations-list.ts'
import { ERRORS } from '../src/kit/declare/errors.ts'
import type { Output } from './output.ts'
import { commentText, createTypeWriter, type TypeWriter } from './typescript.ts'

const GENERATED = '// Generated from the endpoint declarations by `npm run gen`: change those, not this.\n'
const HEAD = `${GENERATED}import type { FileArgument, Options, PricedOptions, WriteOptions } from './options.ts'
import type { List, Reply } from './reply.ts'
`

/** Types that know the platforms of this version. `string & {}` accepts a newer one, and editors still complete the others. */
const withPlatforms = {
  PlatformName: [...platforms.map(({ id }) => JSON.stringify(id)), '(string & {})'].join(' | '),
  TargetOptions: { anyOf: platforms.map(({ id, options }) => ({ ...options, title: `${pascal(id)}Options` })) },
}

export function createSdkTypeWriter(): TypeWriter {
  return createTypeWriter(withPlatforms)
}

/** Types of the SDK: resources with their methods, arguments and responses. */
export const sdkTypes: Output = { path: 'sdk/src/types.gen.ts', content: () => renderSdkTypes(createSdkTypeWriter()) }

export function renderSdkTypes(writer: TypeWriter): string {
  // Responses come first, because the writer names request types after them.
  for (const { endpoint } of operations) writer.writeType(endpoint.reply, '', 'reply')
  for (const { data } of [...events, jobFinished]) writer.writeType(data, '', 'reply')
  const resources = Map.groupBy(operations, ({ resource }) => resource)
  const interfaces = [...resources].map(([name, list]) => {
    const methods = list.map((operation) => renderMethod(operation, writer)).join('\n')
    return `export interface ${toInterfaceName(name)} {\n${methods}}\n`
  })
  const members = [...resources.keys()].map((name) => `  readonly ${camel(name)}: ${toInterfaceName(name)}\n`)
  return [
    HEAD,
    `/** Every resource of the API. */\nexport interface Resources {\n${members.join('')}}\n`,
    ...interfaces,
    ...operations.filter(({ query }) => query.length > 0).map((operation) => renderQueryInterface(operation, writer)),
    eventTypes(writer),
    writer.declarations(),
  ].join('\n')
}

/** In a separate file, because errors are thrown in a layer that does not know resources. */
export const sdkErrors: Output = { path: 'sdk/src/errors.gen.ts', content: errorCodes }

function renderMethod(operation: Operation, writer: TypeWriter): string {
  const comment = `  /**\n${buildDocLines(operation)
    .map((line) => `   *${line && ` ${line}`}\n`)
    .join('')}   */\n`
  const name = camel(operation.verb)
  const params = operation.params.map((param) => `${camel(param)}: ${paramType(operation, param, writer)}`)
  // Editors show the comment of the matching signature.
  return buildSignatures(operation, writer)
    .map(({ args, options, answer }) => `${comment}  ${name}(${[...params, ...args, options].join(', ')}): ${answer}\n`)
    .join('')
}

interface Signature {
  readonly args: readonly string[]
  readonly options: string
  readonly answer: string
}

function buildSignatures(operation: Operation, writer: TypeWriter): Signature[] {
  const { endpoint, query, body, cursorIn, isPriced } = operation
  const { method, reply, special } = endpoint
  const answer = special.streams ? 'Blob' : writer.writeType(reply, '  ', 'reply')
  const kind = isPriced ? 'PricedOptions' : method === 'GET' ? 'Options' : 'WriteOptions'
  const options = `options?: ${kind}`
  const type = argumentsType(operation, writer)
  if (type === undefined) return [{ args: [], options, answer: `Reply<${answer}>` }]
  const isNeeded = special.takesFile || [...query, ...body].some(({ isRequired }) => isRequired)
  const args = [`args${isNeeded ? '' : '?'}: ${type}`]
  const listed: Signature = cursorIn
    ? { args, options, answer: `List<${answer}>` }
    : { args, options, answer: `Reply<${answer}>` }
  const others = otherFormats([...query, ...body])
  if (others.length > 0 && endpoint.produces) {
    const asText = others.map((format) => `'${format}'`).join(' | ')
    const text: Signature = { args: [`args: ${type} & { format: ${asText} }`], options, answer: 'Reply<string>' }
    return [text, { ...listed, args: args.map((each) => `${each} & { format?: 'json' | undefined }`) }]
  }
  if (!cursorIn || !isPriced) return [listed]
  // Paid pages are read one by one, unless the call limits their total cost.
  const ceiling: Signature = {
    args: [`args: ${type}${isNeeded ? '' : ' | undefined'}`],
    options: 'options: PricedOptions & { maxCredits: number }',
    answer: `List<${answer}>`,
  }
  return [ceiling, { args, options, answer: `Reply<${answer}>` }]
}

function otherFormats(list: readonly Argument[]): string[] {
  const { enum: values = [] } = (list.find(({ name }) => name === 'format')?.schema ?? {}) as { enum?: string[] }
  return values.filter((value) => value !== 'json')
}

function argumentsType({ id, endpoint, query }: Operation, writer: TypeWriter): string | undefined {
  const types = [
    ...(query.length > 0 ? [toQueryName(id)] : []),
    ...(endpoint.body ? [writer.writeType(endpoint.body, '  ', 'request')] : []),
  ].join(' & ')
  if (!endpoint.special.takesFile) return types || undefined
  return types ? `${types} | FileArgument` : 'FileArgument'
}

function renderQueryInterface({ id, endpoint }: Operation, writer: TypeWriter): string {
  return `export interface ${toQueryName(id)} ${writer.writeType(endpoint.query, '', 'request')}\n`
}

function paramType({ endpoint }: Operation, name: string, writer: TypeWriter): string {
  const type = writer.writeType(endpoint.params?.properties[name] ?? { type: 'string' }, '', 'request')
  return type === 'string' ? type : `${type} | string`
}

function buildDocLines({ endpoint }: Operation): string[] {
  const { summary, description, method, path, errors, scope } = endpoint
  return [
    `${summary}.`,
    ...(description === undefined ? [] : ['', commentText(description)]),
    '',
    `\`${method} ${path}\`. ${priceText(endpoint)}${scope === 'profile' ? ' Also for keys with scope `profiles`.' : ''}`,
    ...(errors.length > 0 ? ['', `Specific errors: ${errors.map((code) => `\`${code}\``).join(', ')}.`] : []),
  ]
}

function priceText({ price }: Operation['endpoint']): string {
  if (price === 'free' || price === 'quote') return 'Free.'
  if (price === 'later')
    return 'Costs the price of its action for each row with a result; the most it can cost is held at the start.'
  const { credits, unit } = STANDARD_BOOK.actions[price.action] ?? {}
  if (credits === undefined) return 'Costs the sum of its steps; `estimate` returns the maximum.'
  return `Costs ${credits} ${credits === 1 ? 'credit' : 'credits'} per ${unit}, in the standard price book.`
}

function errorCodes(): string {
  const codes = Object.entries(ERRORS).map(
    ([code, { status, title }]) => `  /** ${status}: ${title}. */\n  ${code}: ${status}\n`,
  )
  return `${GENERATED}\n/** Every error code of the API, and its status. */\nexport interface ErrorStatuses {\n${codes.join('')}}\n\nexport type ErrorCode = keyof ErrorStatuses\n`
}

function eventTypes(writer: TypeWriter): string {
  const kinds = [...events, jobFinished].map(
    ({ type, summary, data }) =>
      `  /** ${commentText(summary)} */\n  '${type}': ${writer.writeType(data, '  ', 'reply')}\n`,
  )
  return `/** The \`data\` of every webhook event, by its type. */\nexport interface WebhookData {\n${kinds.join('')}}\n`
}

export function toQueryName(id: string): string {
  return `${pascal(id.replace('.', '_'))}Query`
}

function toInterfaceName(resource: string): string {
  return `${pascal(resource)}Resource`
}

function camel(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}

function pascal(name: string): string {
  return camel(`_${name}`)
}
