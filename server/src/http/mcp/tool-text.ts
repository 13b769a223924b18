import { operations } from '../openapi/operations-list.ts'
import { toolOperations } from './inputs.ts'
import { isOffered } from './offered.ts'

const TOOL_OF = new Map(
  [...toolOperations].flatMap(([name, all]) => all.map(({ operation: { id } }) => [id, name] as const)),
)

/** Endpoints as regular expressions, and their names for a model: the tool, or the operation that the tool `api` calls. */
const NAMES = operations
  .filter(isOffered)
  // A literal path before a template that matches it too.
  .toSorted((a, b) => a.params.length - b.params.length)
  .map(({ id, endpoint: { method, path } }) => ({
    pattern: new RegExp(`^${method} ${path.replace(/[.:]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')}$`),
    name: TOOL_OF.get(id) ?? `\`api\` operation ${id}`,
  }))

/** Replaces endpoints by tools in descriptions: a model knows only tools. */
function withToolNames(text: string): string {
  return text.replace(/`?\b([A-Z]+ \/v1\/[\w/{}:-]*[\w}])`?/g, (place, endpoint: string) => {
    return NAMES.find(({ pattern }) => pattern.test(endpoint))?.name ?? place
  })
}

/** Rewrites a text of the API for a model, which sees tools and arguments, but no headers and endpoints. */
export function toToolText(text: string): string {
  return withToolNames(text)
    .replace(/`?X-Max-Credits`?/g, '`max_credits`')
    .replace(/(?:a |this |the same )`?Idempotency-Key`?/gi, 'the same arguments')
}
