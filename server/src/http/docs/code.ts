import type { AnyEndpoint } from '../../kit/declare/endpoint.ts'
import { type Html, html } from '../../kit/html.ts'

/** The call of an endpoint's example, ready to paste into a shell that has a key in `$QUOIN_KEY`. */
export function curlOf(endpoint: AnyEndpoint, baseUrl: string): string {
  const { method, path, access, body, example } = endpoint
  const filled = path.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = example.params?.[name]
    return value === undefined ? whole : encodeURIComponent(value)
  })
  const query = new URLSearchParams(example.query).toString()
  const lines = [`curl ${method === 'GET' ? '' : `-X ${method} `}${word(`${baseUrl}${filled}${query && `?${query}`}`)}`]
  if (access === 'operator') lines.push(`-H "Authorization: Bearer $QUOIN_OPERATOR_TOKEN"`)
  else if (access === 'user') lines.push(`-b quoin=$QUOIN_SESSION`)
  else if (access !== 'public') lines.push(`-H "Authorization: Bearer $QUOIN_KEY"`)
  if (endpoint.needsIdempotencyKey) lines.push(`-H 'Idempotency-Key: example-1'`)
  if (body)
    lines.push(`-H 'Content-Type: application/json'`, `-d ${quoted(pretty(example.body).replaceAll('\n', '\n  '))}`)
  return lines.join(' \\\n  ')
}

export function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2) ?? 'null'
}

function word(text: string): string {
  return /^[\w:/.%+,=-]+$/.test(text) ? text : quoted(text)
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

const TOKEN = /"(?:[^"\\]|\\.)*"(?=(:)?)|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\b(?:true|false|null)\b/g

/** JSON with names, texts and other values in different colours. */
export function coloured(json: string): Html {
  const pieces: Html[] = []
  let from = 0
  for (const token of json.matchAll(TOKEN)) {
    const [text, colon] = token
    const kind = colon === undefined ? (text.startsWith('"') ? 's' : 'v') : 'k'
    pieces.push(html`${json.slice(from, token.index)}<i class="${kind}">${text}</i>`)
    from = token.index + text.length
  }
  return html`${pieces}${json.slice(from)}`
}

export function codeBlock(title: string, code: string | Html): Html {
  return html`<figure class="code"><figcaption>${title}</figcaption><pre tabindex="0"><code>${code}</code></pre></figure>`
}
