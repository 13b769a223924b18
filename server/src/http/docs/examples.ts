import type { AnyEndpoint } from '../../kit/declare/endpoint.ts'
import { type Html, html } from '../../kit/html.ts'
import { operations } from '../openapi/operations-list.ts'
import { codeBlock, codeTabs, pretty, type Tab } from './code.ts'
import { buildCliSnippet } from './snippets/command-line.ts'
import { buildCurlSnippet } from './snippets/curl.ts'
import { buildPythonSnippet } from './snippets/python.ts'
import { buildTypescriptSnippet } from './snippets/typescript.ts'

/** Builds the example of an endpoint in every language that can call it. */
export function buildExampleTabs(endpoint: AnyEndpoint, baseUrl: string): Tab[] {
  const curl = { language: 'sh', title: 'curl', code: buildCurlSnippet(endpoint, baseUrl) }
  const operation = operations.find((each) => each.endpoint === endpoint)
  // A stream has no end: programs read it line by line.
  if (!operation || endpoint.special.lasts) return [curl]
  return [
    curl,
    { language: 'ts', title: 'TypeScript', code: buildTypescriptSnippet(operation) },
    { language: 'python', title: 'Python', code: buildPythonSnippet(operation) },
    { language: 'cli', title: 'CLI', code: buildCliSnippet(operation) },
  ]
}

export function requestExample(endpoint: AnyEndpoint, baseUrl: string): Html {
  const { id, summary } = endpoint
  return html`${codeTabs(id.replaceAll('.', '-'), `Request: ${summary}`, buildExampleTabs(endpoint, baseUrl))}${tryIt(endpoint)}`
}

export function replyExample({ status, special, example }: AnyEndpoint): Html {
  if (special.lasts) return codeBlock(`Response ${status}`, String(example.reply))
  if (special.streams) return codeBlock(`Response ${status}`, 'The bytes of the file.')
  return codeBlock(`Response ${status}`, pretty(example.reply), 'json')
}

/** Renders a placeholder where the script puts a form that sends the example. Files and sessions cannot be tried with a key. */
function tryIt({ id, method, path, access, body, example, special }: AnyEndpoint): Html | undefined {
  if ((access !== 'read' && access !== 'write') || special.streams) return undefined
  const request = {
    id,
    method,
    path,
    params: example.params,
    query: example.query,
    body: body && (example.body ?? {}),
    once: special.needsIdempotencyKey,
  }
  return html`<div class="try" data-request="${JSON.stringify(request)}"></div>`
}
