import { type Input, type OperationId, prepare } from './client.ts'

/** A call as a shell command, with the key in a variable. */
export function asCurl<Id extends OperationId>(id: Id, input: Input<Id>, origin: string): string {
  const { method, url, body } = prepare(id, input)
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quote(`${origin}${url}`)}`,
    `-H "Authorization: Bearer $QUOIN_KEY"`,
    ...(typeof body === 'string' ? [`-H 'Content-Type: application/json'`, `-d ${quote(body)}`] : []),
    ...(body instanceof Blob ? ['--data-binary @FILE'] : []),
  ]
  return lines.join(' \\\n  ')
}

/** The same for Node and browsers. */
export function asJavaScript<Id extends OperationId>(id: Id, input: Input<Id>, origin: string): string {
  const { method, url, body } = prepare(id, input)
  const hasBody = typeof body === 'string'
  const headers = [
    '    Authorization: `Bearer ${process.env.QUOIN_KEY}`,',
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

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
