import { type Operation, operations } from '../src/http/openapi/operations-list.ts'
import type { Output } from './output.ts'

/** Page size that `sdk/src/reply.ts` assumes. */
const PAGE_MAX = 100
const METHODS = { GET: 'G', POST: 'P', PUT: 'U', PATCH: 'A', DELETE: 'D' }

/** Every operation as the SDK reads it at run time, in 1.3 kB compressed. */
export const sdkTable: Output = {
  path: 'sdk/src/operations.gen.ts',
  content: () => {
    const lines = [...Map.groupBy(operations, ({ resource }) => resource)].map(([resource, list]) => {
      const base = commonStart(list.map(toPathPattern))
      const entries = list.map(
        (operation) => `${operation.verb} ${encodeMarks(operation)}${toPathPattern(operation).slice(base.length)}`,
      )
      return `${resource} ${base} ${entries.join(',')}\n`
    })
    const ids = operations.map(({ id }) => `  | '${id}'\n`).join('')
    return `// Generated from the endpoint declarations by \`npm run gen\`: change those, not this.

/**
 * A line for each resource: its name, the common path of its operations, and for each operation its name, its method (the
 * initial; for PUT and PATCH the second letter), its flags and the rest of its path, with a star for each id. \`a\`: takes arguments, in
 * the query of a GET and in the body of others; \`p\`: returns a page; \`c\`: can cost credits; \`b\`: returns bytes.
 */
export const TABLE = \`
${lines.join('')}\`

export type OperationId =
${ids}`
  },
}

function toPathPattern({ endpoint }: Operation): string {
  return endpoint.path.replace('/v1', '').replaceAll(/\{\w+\}/g, '*')
}

/** Returns the longest common start that no word character follows, so that flags and the rest can be told apart. */
function commonStart(paths: readonly string[]): string {
  const [first = ''] = paths
  const starts = Array.from(first, (_, end) => first.slice(0, end + 1))
  const isShared = (start: string) =>
    paths.every((path) => path.startsWith(start) && !/^\w/.test(path.slice(start.length)))
  return starts.findLast(isShared) ?? ''
}

function encodeMarks({ endpoint, query, body, cursorIn, isPriced }: Operation): string {
  const { id, method, special } = endpoint
  const { maximum } = ([...query, ...body].find(({ name }) => name === 'limit')?.schema ?? {}) as { maximum?: number }
  if (cursorIn && maximum !== PAGE_MAX) throw new Error(`Pages of ${id} have up to ${maximum} items, not ${PAGE_MAX}`)
  if (method === 'GET' ? endpoint.body : query.length > 0) throw new Error(`${id} takes a query and a body`)
  const marks = [
    (query.length > 0 || endpoint.body || special.takesFile) && 'a',
    cursorIn && 'p',
    isPriced && 'c',
    special.streams && 'b',
  ]
  return METHODS[method] + marks.filter(Boolean).join('')
}
