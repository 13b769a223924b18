import { endpoints } from '../src/http/catalogue.ts'
import type { AnyEndpoint } from '../src/kit/declare/endpoint.ts'
import type { Output } from './output.ts'
import { createSdkTypeWriter, renderSdkTypes, toQueryName } from './sdk-types.ts'
import type { TypeWriter } from './typescript.ts'

/** Every operation for the portal: its path, and its arguments and response in the SDK's types. */
export const operationsFile: Output = {
  path: 'portal/src/api/operations.gen.ts',
  content: () => {
    const writer = createSdkTypeWriter()
    const exported = renderSdkTypes(writer).matchAll(/^export \w+ (\w+)/gm)
    const inSdk = new Set(Array.from(exported, ([, name = '']) => name))
    const operations = endpoints.map((endpoint) => renderOperation(endpoint, writer, inSdk)).join('')
    const own = writer.declarations(inSdk)
    const used = new Set(`${operations}${own}`.match(/\w+/g))
    const imports = [...inSdk].filter((name) => used.has(name)).toSorted()
    const places = endpoints.map(({ id, method, path }) => `  '${id}': '${method} ${path}',\n`).join('')
    return [
      '// Generated from the endpoint declarations by `npm run gen`: change those, not this.',
      `import type {\n${imports.map((name) => `  ${name},\n`).join('')}} from '../../../sdk/src/types.gen.ts'\n`,
      `/** The method and the path of every operation. */\nexport const PLACES = {\n${places}} as const\n`,
      `export interface Operations {\n${operations}}\n`,
      own,
    ].join('\n')
  },
}

function renderOperation(endpoint: AnyEndpoint, writer: TypeWriter, inSdk: ReadonlySet<string>): string {
  const { id, summary, params, query, body, reply, special } = endpoint
  const queryName = toQueryName(id)
  const parts = [
    params && `params: ${writer.writeType(params, '    ')}`,
    query &&
      `query${needsAny(query) ? '' : '?'}: ${inSdk.has(queryName) ? queryName : writer.writeType(query, '    ')}`,
    body && `body${special.isBodyOptional ? '?' : ''}: ${writer.writeType(body, '    ')}`,
    special.takesFile && `file${body ? '?' : ''}: Blob`,
    `reply: ${special.streams ? 'Blob' : writer.writeType(reply, '    ', 'reply')}`,
  ]
  const lines = parts.filter(Boolean).map((part) => `    ${part}\n`)
  return `  /** ${summary} */\n  '${id}': {\n${lines.join('')}  }\n`
}

function needsAny(schema: unknown): boolean {
  const { required = [], properties } = schema as { required?: string[]; properties: Record<string, object> }
  return required.some((name) => !('default' in (properties[name] ?? {})))
}
