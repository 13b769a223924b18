import type { Body, Schema } from './fields.ts'

/** What saved searches and jobs keep of a call: the same for every action. */
export interface LookupQuery {
  readonly query: string
  readonly filters: Record<string, unknown> | null
}

/** Workflows take their question as `inputs`; one over a list has only the list there. */
function findInputsSchema(schema: Schema): Schema | undefined {
  return schema.properties?.['inputs']
}

export function toLookupQuery(schema: Schema, body: Body): LookupQuery {
  const inputs = findInputsSchema(schema)
  const asked = (inputs ? body['inputs'] : body) as Record<string, unknown> | undefined
  if (inputs && !inputs.properties?.['query']) return { query: '', filters: asked ?? null }
  const { query = '', filters = null } = asked ?? {}
  return { query: String(query), filters: filters as LookupQuery['filters'] }
}

export function toLookupBody(schema: Schema, { query, filters }: LookupQuery): Body {
  const inputs = findInputsSchema(schema)
  if (inputs && !inputs.properties?.['query']) return { inputs: filters ?? {} }
  const asked = { ...(query && { query }), ...(filters && { filters }) }
  return inputs ? { inputs: asked } : asked
}
