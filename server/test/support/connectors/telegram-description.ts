import { readFileSync } from 'node:fs'
import { findDescription } from './description-file.ts'

interface Field {
  readonly name: string
  readonly types: readonly string[]
  readonly required: boolean
}

interface Definition {
  readonly fields?: readonly Field[]
  readonly subtypes?: readonly string[]
  readonly returns?: readonly string[]
}

interface Description {
  readonly methods: Record<string, Definition>
  readonly types: Record<string, Definition>
}

const file = findDescription('telegram-bot-api.json')
export const skip = file === undefined && 'telegram-bot-api.json is not beside the project'

const PLAIN: Record<string, (value: unknown) => boolean> = {
  Integer: Number.isSafeInteger,
  Float: (value) => typeof value === 'number',
  String: (value) => typeof value === 'string',
  Boolean: (value) => typeof value === 'boolean',
  True: (value) => value === true,
  InputFile: (value) => Buffer.isBuffer(value),
}

/** Returns what is wrong with a call and with its result according to the description; an empty list when both match. */
export function readTelegramDescription() {
  const { methods, types } = JSON.parse(readFileSync(file ?? '', 'utf8')) as Description

  function listTypeErrors(names: readonly string[], value: unknown, path: string): string[] {
    const each = names.map((name) => listNamedTypeErrors(name, value, path))
    return each.some((faults) => faults.length === 0) ? [] : each.flat()
  }

  function listNamedTypeErrors(name: string, value: unknown, path: string): string[] {
    if (name.startsWith('Array of ')) {
      if (!Array.isArray(value)) return [`${path} is no list`]
      const kinds = [name.slice('Array of '.length)]
      // Albums are described as lists of one kind each, and may have several.
      return value.flatMap((one, index) => listTypeErrors(kinds, one, `${path}[${index}]`))
    }
    const plain = PLAIN[name]
    if (plain) return plain(value) ? [] : [`${path} is no ${name}`]
    const type = types[name]
    if (!type || typeof value !== 'object' || value === null) return [`${path} is no ${name}`]
    if (type.subtypes) return listTypeErrors(type.subtypes, value, path)
    return listFieldErrors(type.fields ?? [], value as Record<string, unknown>, path)
  }

  function listFieldErrors(fields: readonly Field[], value: Record<string, unknown>, path: string): string[] {
    return [
      ...fields
        .filter((one) => one.required && value[one.name] === undefined)
        .map((one) => `${path}.${one.name} is absent`),
      ...Object.entries(value).flatMap(([name, member]) => {
        const field = fields.find((one) => one.name === name)
        return field ? listTypeErrors(field.types, member, `${path}.${name}`) : [`${path}.${name} is not described`]
      }),
    ]
  }

  return {
    call(method: string, params: Record<string, unknown>): string[] {
      const described = methods[method]
      if (!described) return [`${method} is not described`]
      const album = described.fields?.map((field) =>
        field.name === 'media' && method === 'sendMediaGroup' ? { ...field, types: ['Array of InputMedia'] } : field,
      )
      return listFieldErrors(album ?? [], params, method)
    },
    result: (method: string, result: unknown) =>
      listTypeErrors(methods[method]?.returns ?? [], result, `${method} result`),
    update: (update: unknown) => listTypeErrors(['Update'], update, 'update'),
  }
}
