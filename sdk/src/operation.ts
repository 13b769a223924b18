import { type OperationId, TABLE } from './operations.gen.ts'
import type { FileArgument } from './options.ts'

export type { OperationId } from './operations.gen.ts'
export type Arguments = Readonly<Record<string, unknown>>

/** Facts about an operation that a call needs. */
export interface Operation {
  readonly id: OperationId
  readonly method: string
  /** Path with a star for each id, such as `/v1/posts/*`. */
  readonly path: string
  /** Arguments go into the query of a GET and into the body of other methods. */
  readonly takesArguments: boolean
  readonly isPage: boolean
  readonly isPriced: boolean
  readonly isBytes: boolean
}

const METHODS: Readonly<Record<string, string>> = { G: 'GET', P: 'POST', U: 'PUT', A: 'PATCH', D: 'DELETE' }

/** Returns every operation by its id, in the order of the docs. */
export function readOperations(): Map<OperationId, Operation> {
  const found = new Map<OperationId, Operation>()
  for (const [, resource, base, entries = ''] of TABLE.matchAll(/(\S+) (\S*) (.+)/g))
    for (const [, verb, method = '', marks = '', rest] of entries.matchAll(/(\w+) (.)(\w*)([^,]*)/g)) {
      const id = `${resource}.${verb}` as OperationId
      const has = (mark: string) => marks.includes(mark)
      found.set(id, {
        id,
        method: METHODS[method] ?? '',
        path: `/v1${base}${rest}`,
        takesArguments: has('a'),
        isPage: has('p'),
        isPriced: has('c'),
        isBytes: has('b'),
      })
    }
  return found
}

/** Returns `redriveMany` for `redrive_many`. */
export function camelCase(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/** Fills the ids into the path. */
export function buildPath({ id, path }: Operation, params: readonly unknown[]): string {
  let at = 0
  return path.replace(/\*/g, () => {
    const value = (params[at++] ?? '') as string
    // A URL parser would drop these, and the path would name another resource.
    if (/^\.{0,2}$/.test(value)) throw new TypeError(`${id} needs an id as argument ${at}`)
    return encodeURIComponent(value)
  })
}

interface RequestParts {
  /** Query with its `?`, or an empty string. */
  readonly search: string
  readonly body: RequestInit['body']
}

/** Puts the arguments into the query or the body, and sets the content type in the headers. */
export function placeArguments({ method, takesArguments }: Operation, args: Arguments, headers: Headers): RequestParts {
  if (method === 'GET') {
    const given = Object.entries(args).filter(([, value]) => value !== undefined && value !== null)
    const query = new URLSearchParams(given as [string, string][]).toString()
    return { search: query && `?${query}`, body: null }
  }
  if (!takesArguments) return { search: '', body: null }
  const { file } = args as Partial<FileArgument>
  const type = file ? (file instanceof Blob && file.type) || 'application/octet-stream' : 'application/json'
  headers.set('content-type', type)
  return { search: '', body: (file ?? JSON.stringify(args)) as RequestInit['body'] }
}
