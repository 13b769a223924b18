import { readFileSync } from 'node:fs'
import { Ajv, type ValidateFunction } from 'ajv'
import type { StripeRequest } from '../server/test/support/stripe-double/double.ts'

interface Operation {
  readonly parameters?: readonly { in: string; name: string; required?: boolean; schema: object }[]
  readonly requestBody?: { readonly content: Record<string, { schema: object }> }
}

interface Description {
  readonly info: { readonly version: string }
  readonly paths: Record<string, Record<string, Operation>>
}

/** Operations newer than the available description: only the types of Stripe's library check these requests. */
const NEWER = ['GET /v1/invoice_payments']

export interface StripeDescription {
  readonly version: string
  /** Returns the operation of a request, and its faults. */
  check(request: StripeRequest): { readonly operation: string; readonly faults: readonly string[] }
}

/**
 * Reads Stripe's own description, to check requests against it. Forms contain only text, so values are converted to the
 * described types.
 */
export function readDescription(file: string): StripeDescription {
  const description = JSON.parse(readFileSync(file, 'utf8')) as Description
  const ajv = new Ajv({ strict: false, allErrors: true, coerceTypes: true, validateFormats: false })
  ajv.addSchema(description, 'stripe')
  const compiled = new Map<string, ValidateFunction>()

  function getValidator(path: string, method: string): ValidateFunction {
    const name = `${method} ${path}`
    const known = compiled.get(name) ?? ajv.compile(buildRequestSchema(path, method))
    compiled.set(name, known)
    return known
  }

  function buildRequestSchema(path: string, method: string): object {
    const { parameters = [], requestBody } = description.paths[path]?.[method] ?? {}
    const pointer = `#/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/${method}`
    if (method !== 'get' && requestBody)
      return { $ref: `stripe${pointer}/requestBody/content/application~1x-www-form-urlencoded/schema` }
    const query = parameters.map((one, at) => ({ ...one, at })).filter((one) => one.in === 'query')
    return {
      type: 'object',
      properties: Object.fromEntries(
        query.map(({ name, at }) => [name, { $ref: `stripe${pointer}/parameters/${at}/schema` }]),
      ),
      required: query.filter(({ required }) => required).map(({ name }) => name),
      additionalProperties: false,
    }
  }

  return {
    version: description.info.version,
    check({ method, path, form }) {
      const template = findTemplate(Object.keys(description.paths), path)
      const operation = `${method} ${template ?? path}`
      if (NEWER.includes(operation)) return { operation, faults: [] }
      if (!template || !description.paths[template]?.[method.toLowerCase()])
        return { operation, faults: [`Stripe describes no ${operation}`] }
      const validate = getValidator(template, method.toLowerCase())
      if (validate(structuredClone(form))) return { operation, faults: [] }
      return { operation, faults: [ajv.errorsText(validate.errors, { dataVar: operation })] }
    },
  }
}

/** A path without parameters wins over one with parameters: `/v1/charges/search` is not a charge. */
function findTemplate(templates: readonly string[], path: string): string | undefined {
  return templates
    .filter((template) => new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path))
    .toSorted((a, b) => a.split('{').length - b.split('{').length)[0]
}
