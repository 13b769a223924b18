import { type Input, type OperationId, prepare, type RequestParts } from './client.ts'
import { PLACES } from './operations.gen.ts'

/** Formats a call as a shell command, with the key in a variable. */
export function asCurl<Id extends OperationId>(id: Id, input: Input<Id>, origin: string): string {
  const { method, url, body } = prepare(id, input)
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quote(`${origin}${url}`)}`,
    `-H "Authorization: Bearer $QUOIN_API_KEY"`,
    ...(typeof body === 'string' ? [`-H 'Content-Type: application/json'`, `-d ${quote(body)}`] : []),
    ...(body instanceof Blob ? ['--data-binary @FILE'] : []),
  ]
  return lines.join(' \\\n  ')
}

/** Formats a call as `fetch` for Node. */
export function asJavaScript<Id extends OperationId>(id: Id, input: Input<Id>, origin: string): string {
  const { method, url, body } = prepare(id, input)
  const hasBody = typeof body === 'string'
  const headers = [
    '    Authorization: `Bearer ${process.env.QUOIN_API_KEY}`,',
    ...(hasBody ? [`    'Content-Type': 'application/json',`] : []),
  ]
  return [
    `const response = await fetch('${origin}${url}', {`,
    `  method: '${method}',`,
    '  headers: {',
    ...headers,
    '  },',
    ...(hasBody
      ? [`  body: JSON.stringify(${JSON.stringify(JSON.parse(body), null, 2).replaceAll('\n', '\n  ')}),`]
      : []),
    '})',
    'console.log(await response.json())',
  ].join('\n')
}

/** Formats a call with our SDK, which reads the key from `QUOIN_API_KEY`. */
export function asTypeScript<Id extends OperationId>(id: Id, input: Input<Id>, origin: string): string {
  const { params = {}, query = {}, body = {}, file } = input as RequestParts
  const names = [...PLACES[id].matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const given = Object.entries({ ...query, ...(body as object) }).filter(
    ([, value]) => value !== undefined && value !== '',
  )
  const args = file ? ['{ file }'] : given.length > 0 ? [JSON.stringify(Object.fromEntries(given), null, 2)] : []
  const written = [...names.map((name) => JSON.stringify(params[name] ?? '')), ...args].join(', ')
  const method = id.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  return [
    `import { Quoin } from '@quoin/sdk'`,
    '',
    `const client = new Quoin({ baseURL: ${JSON.stringify(origin)} })`,
    `console.log(await client.${method}(${written}))`,
  ].join('\n')
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
