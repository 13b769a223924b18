import type { Body, Schema } from './fields.ts'

/** The part of a call that saved searches and jobs store, in the same shape for every action. */
export interface LookupQuery {
  readonly query: string
  readonly filters: Record<string, unknown> | null
}

/** Returns the schema of `inputs`, which only workflows have; a workflow over a list has only the list there. */
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
