import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { parse } from 'yaml'
import type { FakeReply, ReceivedRequest } from './loopback.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- schemas of every shape
type Any = any

/** The file of Meta's description of the Cloud API, which is not part of this project: used if it lies beside the project. */
const root = join(import.meta.dirname, '../../../..')
const file = ['..', '../..']
  .map((up) => join(root, up, 'shared/openapi/whatsapp-business-messaging-v23.yaml'))
  .find((path) => existsSync(path))

export const skip =
  file === undefined && 'shared/openapi/whatsapp-business-messaging-v23.yaml is not beside the project'

/** Fields that the documentation has and the description of November 2025 lacks or defines differently. */
const ALSO_DOCUMENTED: Readonly<Record<string, readonly string[]>> = {
  'POST /{Version}/{Phone-Number-ID}/messages': [
    'biz_opaque_callback_data',
    'recipient',
    'status',
    'message_id',
    'caption',
    'filename',
  ],
  'POST /{Version}/{Phone-Number-ID}/settings': ['status', 'data_localization_region'],
  'POST /{Version}/{WABA-ID}/message_templates': [
    'example',
    'body_text',
    'parameter_format',
    'body_text_named_params',
    'param_name',
  ],
  'POST /{Version}/{Phone-Number-ID}/media': ['type'],
  'GET /{Version}/{WABA-ID}/message_templates': ['fields', 'limit', 'after'],
}

/** Builds a function that lists the differences between an exchange and the description. */
export function readWhatsAppDescription(): (request: ReceivedRequest, reply: FakeReply) => string[] {
  const description: Any = parse(readFileSync(file ?? '', 'utf8'))
  const schemas = description.components.schemas
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
  const compiled = new Map<string, ValidateFunction>()

  return (request, reply) => {
    const method = request.method.toLowerCase()
    const found = listMatchingPaths(description.paths, request, method).map((path) => {
      const name = `${request.method} ${path}`
      const operation = description.paths[path][method]
      const extra = ALSO_DOCUMENTED[name] ?? []
      return [
        ...queryFaults(operation, request, extra),
        ...bodyFaults(operation, request, extra),
        ...replyFaults(operation, reply),
      ].map((fault) => `${name}: ${fault}`)
    })
    // The addresses of numbers, files and accounts have the same form: the best match counts.
    const [best] = found.toSorted((one, other) => one.length - other.length)
    return best ?? [`Meta describes no ${request.method} ${request.path}`]
  }

  function queryFaults({ parameters = [] }: Any, { query }: ReceivedRequest, extra: readonly string[]): string[] {
    const known = ['appsecret_proof', ...parameters.map(({ name }: Any) => name), ...extra]
    return [...query.keys()].filter((name) => !known.includes(name)).map((name) => `${name} is not described`)
  }

  function bodyFaults(operation: Any, { headers, json, bytes }: ReceivedRequest, extra: readonly string[]): string[] {
    const [type = ''] = (headers['content-type'] ?? '').split(';')
    const schema = operation.requestBody?.content?.[type]?.schema
    if (bytes.length === 0) return []
    if (!schema) return [`a body of type ${type} is not described`]
    const names = new Set([...namesIn(schema), ...extra])
    if (type === 'multipart/form-data') {
      const sent = [...bytes.toString('latin1').matchAll(/form-data; name="(\w+)"/g)].map(([, field = '']) => field)
      return sent.filter((field) => !names.has(field)).map((field) => `${field} is not described`)
    }
    const strange = collectKeys(json).filter((key) => !names.has(key))
    // The description is older than recipients without a phone number.
    const sent = json.recipient === undefined ? json : { ...json, to: json.recipient }
    const faults = listSchemaErrors(selectVariant(schema, json), sent)
    return [...strange.map((key) => `${key} is not described`), ...faults]
  }

  /** Selects the kind of message that `type` names, because Meta's alternatives forbid each other's fields and the common ones. */
  function selectVariant(schema: Any, json: Any): Any {
    const found = resolve(schema)
    const { propertyName, mapping } = found.discriminator ?? {}
    if (mapping) return mapping[json[propertyName]] ? { $ref: mapping[json[propertyName]] } : {}
    return found.oneOf ? {} : found
  }

  /** Ignores enums: the documentation lists newer states of numbers and templates. */
  function replyFaults({ responses }: Any, { status, body }: FakeReply): string[] {
    const schema = responses[String(status)]?.content?.['application/json']?.schema
    return schema ? listSchemaErrors(schema, body, ['enum']) : []
  }

  function listSchemaErrors(schema: Any, value: unknown, ignored: readonly string[] = []): string[] {
    const key = JSON.stringify([schema, ignored])
    const validate = compiled.get(key) ?? ajv.compile(open(schema, [...NO_RULES, ...ignored], 0))
    compiled.set(key, validate)
    return validate(value) ? [] : [ajv.errorsText(validate.errors)]
  }

  function resolve(schema: Any): Any {
    return schema?.$ref ? schemas[schema.$ref.split('/').at(-1)] : schema
  }

  /** Resolves references and drops keywords. */
  function open(schema: Any, ignored: readonly string[], depth: number): Any {
    if (depth > 12 || typeof schema !== 'object' || schema === null) return schema
    if (Array.isArray(schema)) return schema.map((one) => open(one, ignored, depth + 1))
    if (schema.$ref) return open(resolve(schema), ignored, depth + 1)
    const kept = Object.entries(schema).filter(([key]) => !ignored.includes(key))
    return Object.fromEntries(kept.map(([key, one]) => [key, open(one, ignored, depth + 1)]))
  }

  function namesIn(schema: Any, depth = 0): string[] {
    const found = resolve(schema)
    if (depth > 8 || typeof found !== 'object' || found === null) return []
    const inner = [found.items, ...(found.oneOf ?? []), ...(found.anyOf ?? []), ...(found.allOf ?? [])]
    const properties = Object.entries(found.properties ?? {})
    return [
      ...properties.map(([name]) => name),
      ...[...inner, ...properties.map(([, one]) => one)].flatMap((one) => namesIn(one, depth + 1)),
    ]
  }
}

/** Keywords to drop. No value fits an `allOf` with `additionalProperties: false`, so unknown names are checked separately. */
const NO_RULES = ['additionalProperties', 'discriminator', 'example', 'examples', 'description', 'nullable']

function listMatchingPaths(paths: Any, { path }: ReceivedRequest, method: string): string[] {
  const at = path.split('/')
  const isId = (text = '') => /^(\d+|v\d+\.0)$/.test(text)
  const fits = (parts: readonly string[]) =>
    parts.length === at.length &&
    parts.every((part, index) => (part.startsWith('{') ? isId(at[index]) : part === at[index]))
  return Object.keys(paths).filter((one) => paths[one][method] && fits(one.split('/')))
}

/** Returns the names of all fields, at any depth. */
function collectKeys(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(collectKeys)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, one]) => [key, ...collectKeys(one)])
}
