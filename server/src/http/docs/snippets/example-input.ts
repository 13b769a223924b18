import type { Operation } from '../../openapi/operations-list.ts'

/** The arguments of an example for a client: path parameters in order, and query and body as one object. */
export interface ExampleInput {
  readonly params: readonly string[]
  readonly args: Readonly<Record<string, unknown>>
}

export function readExampleInput({ params, query, endpoint: { example, body } }: Operation): ExampleInput {
  const inQuery = query.flatMap(({ name, schema }) => {
    const value = example.query?.[name]
    return value === undefined ? [] : [[name, typed(value, schema)]]
  })
  return {
    params: params.map((name) => example.params?.[name] ?? name),
    args: { ...Object.fromEntries(inQuery), ...(body && (example.body as object | undefined)) },
  }
}

/** In a URL everything is text; clients take the declared type. */
function typed(value: string, schema: unknown): unknown {
  const { type } = schema as { type?: string | readonly string[] }
  const types = [type ?? []].flat()
  if (types.includes('integer') || types.includes('number')) return Number(value)
  return types.includes('boolean') ? value === 'true' : value
}

export function camelCase(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/** Returns the variable name of the result in an example: `post` for `posts.create`. */
export function nameResult({ endpoint, cursorIn, resource, verb }: Operation): string {
  if (cursorIn) return 'page'
  const { title } = endpoint.reply as { title?: unknown }
  const isOne = /^(?:create|get|update|replace|retry|publish|cancel)/.test(verb) && resource.endsWith('s')
  return isOne && typeof title === 'string' ? camelCase(resource.replace(/ies$/, 'y').replace(/s$/, '')) : 'answer'
}
