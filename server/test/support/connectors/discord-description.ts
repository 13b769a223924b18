import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { findDescription } from './description-file.ts'
import type { FakeReply, ReceivedRequest } from './loopback.ts'

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[]
  readonly requestBody?: object
  readonly responses: Record<string, { readonly content?: object }>
}

interface Description {
  readonly paths: Record<string, Record<string, Operation>>
  readonly components: { readonly schemas: Record<string, { readonly properties?: object }> }
}

const file = findDescription('discord-v10.json')
export const skip = file === undefined && 'discord-v10.json is not beside the project'

const PREFIX = '/api/v10'

/** Returns a function that lists the differences of an exchange from the description; none when request and response match. */
export function readDiscordDescription() {
  const description = JSON.parse(readFileSync(file ?? '', 'utf8')) as Description
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false }).addSchema(description, 'discord')
  const compiled = new Map<string, ValidateFunction>()

  function listSchemaErrors(pointer: string, value: unknown): string[] {
    const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `discord#${pointer}` })
    compiled.set(pointer, validate)
    return validate(value) ? [] : [ajv.errorsText(validate.errors, { dataVar: pointer })]
  }

  return ({ request, payload, reply }: { request: ReceivedRequest; payload: unknown; reply: FakeReply }): string[] => {
    const method = request.method.toLowerCase()
    const template = Object.keys(description.paths)
      .filter((one) => description.paths[one]?.[method] && matches(one, request.path))
      .toSorted((a, b) => a.split('{').length - b.split('{').length)[0]
    const operation = template && description.paths[template]?.[method]
    if (!operation) return [`Discord describes no ${request.method} ${request.path}`]
    const pointer = `/paths/${template.replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D')}/${method}`
    const known = (operation.parameters ?? []).filter((one) => one.in === 'query').map(({ name }) => name)
    const odd = [...request.query.keys()].filter((name) => !known.includes(name))
    const content = `content/application~1json/schema`
    return [
      ...odd.map((name) => `${template}: the query ${name} is not described`),
      ...(payload === undefined
        ? []
        : [
            ...listSchemaErrors(`${pointer}/requestBody/${content}`, payload),
            ...listUndescribed(description, payload),
          ]),
      ...(reply.status === 200 ? listSchemaErrors(`${pointer}/responses/200/${content}`, reply.body) : []),
      ...(reply.status in operation.responses || reply.status >= 400
        ? []
        : [`${template}: no response ${reply.status}`]),
    ]
  }
}

function matches(template: string, path: string): boolean {
  return new RegExp(`^${PREFIX}${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path)
}

/** Lists fields that are not described. The description allows them, but Discord ignores them: for us they are mistakes. */
function listUndescribed({ components }: Description, payload: unknown): string[] {
  const known = Object.keys(components.schemas['MessageCreateRequest']?.properties ?? {})
  return Object.keys(payload as object)
    .filter((name) => !known.includes(name))
    .map((name) => `${name} is not described`)
}
