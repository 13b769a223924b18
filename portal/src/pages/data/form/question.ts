import type { Body, Schema } from './fields.ts'

/** What saved searches and jobs keep of a call: the same for every action. */
export interface Question {
  readonly query: string
  readonly filters: Record<string, unknown> | null
}

/** Workflows take their question as `inputs`; one over a list has only the list there. */
function inputsOf(schema: Schema): Schema | undefined {
  return schema.properties?.['inputs']
}

export function questionOf(schema: Schema, body: Body): Question {
  const inputs = inputsOf(schema)
  const asked = (inputs ? body['inputs'] : body) as Record<string, unknown> | undefined
  if (inputs && !inputs.properties?.['query']) return { query: '', filters: asked ?? null }
  const { query = '', filters = null } = asked ?? {}
  return { query: String(query), filters: filters as Question['filters'] }
}

export function bodyOfQuestion(schema: Schema, { query, filters }: Question): Body {
  const inputs = inputsOf(schema)
  if (inputs && !inputs.properties?.['query']) return { inputs: filters ?? {} }
  const asked = { ...(query && { query }), ...(filters && { filters }) }
  return inputs ? { inputs: asked } : asked
}
