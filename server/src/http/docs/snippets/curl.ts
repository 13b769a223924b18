import type { AnyEndpoint } from '../../../kit/declare/endpoint.ts'
import { pretty } from '../code.ts'
import { quoted, word } from './shell.ts'

/** Writes the call of an endpoint's example, ready to paste into a shell that has a key in `$QUOIN_API_KEY`. */
export function buildCurlSnippet(endpoint: AnyEndpoint, baseUrl: string): string {
  const { method, path, access, body, example } = endpoint
  const filled = path.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = example.params?.[name]
    return value === undefined ? whole : encodeURIComponent(value)
  })
  const query = new URLSearchParams(example.query).toString()
  const lines = [
    `curl ${endpoint.special.lasts ? '-N ' : ''}${method === 'GET' ? '' : `-X ${method} `}${word(`${baseUrl}${filled}${query && `?${query}`}`)}`,
  ]
  if (access === 'operator') lines.push(`-H "Authorization: Bearer $QUOIN_OPERATOR_TOKEN"`)
  else if (access === 'user') lines.push(`-b quoin=$QUOIN_SESSION`)
  else if (access !== 'public') lines.push(`-H "Authorization: Bearer $QUOIN_API_KEY"`)
  if (endpoint.special.needsIdempotencyKey) lines.push(`-H 'Idempotency-Key: example-1'`)
  if (body)
    lines.push(`-H 'Content-Type: application/json'`, `-d ${quoted(pretty(example.body).replaceAll('\n', '\n  '))}`)
  return lines.join(' \\\n  ')
}
