import { endpoints } from '../src/http/catalogue.ts'
import type { AnyEndpoint } from '../src/kit/declare/endpoint.ts'
import type { Output } from './output.ts'
import { createTypeWriter, type TypeWriter } from './typescript.ts'

/** Every operation for the portal: its path, and the types of its arguments and response. */
export const operationsFile: Output = {
  path: 'portal/src/api/operations.gen.ts',
  content: () => {
    const writer = createTypeWriter()
    const operations = endpoints.map((endpoint) => renderOperation(endpoint, writer)).join('')
    const places = endpoints.map(({ id, method, path }) => `  '${id}': '${method} ${path}',\n`).join('')
    return [
      '// Generated from the endpoint declarations by `npm run gen`: change those, not this.\n',
      `/** The method and the path of every operation. */\nexport const PLACES = {\n${places}} as const\n`,
      `export interface Operations {\n${operations}}\n`,
      writer.declarations(),
    ].join('\n')
  },
}

function renderOperation(endpoint: AnyEndpoint, writer: TypeWriter): string {
  const { id, summary, params, query, body, reply, streams } = endpoint
  const parts = Object.entries({ params, query, body }).filter(([, schema]) => schema !== undefined)
  const lines = parts.map(([name, schema]) => {
    const mayOmit = name === 'query' ? !needsAny(schema) : name === 'body' && endpoint.isBodyOptional
    return `    ${name}${mayOmit ? '?' : ''}: ${writer.writeType(schema, '    ')}\n`
  })
  if (endpoint.takesFile) lines.push(`    file${body ? '?' : ''}: Blob\n`)
  const answer = streams ? 'Blob' : writer.writeType(reply, '    ')
  return `  /** ${summary} */\n  '${id}': {\n${lines.join('')}    reply: ${answer}\n  }\n`
}

function needsAny(schema: unknown): boolean {
  const { required = [], properties } = schema as { required?: string[]; properties: Record<string, object> }
  return required.some((name) => !('default' in (properties[name] ?? {})))
}
