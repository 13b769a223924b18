import type { AnyEndpoint } from '../../kit/declare/endpoint.ts'
import { listErrorCodes } from '../openapi/access.ts'
import { fenced, pretty } from './code.ts'
import { buildHeaderSchema, listEndpointFacts } from './endpoint-facts.ts'
import { buildExampleTabs } from './examples.ts'
import { type Field, isClosed, limitsSentence, listFields } from './fields.ts'

/** Documents one endpoint as Markdown. */
export function endpointMarkdown(endpoint: AnyEndpoint, baseUrl: string): string {
  const { method, path, summary, description, params, query, body, reply, status, example } = endpoint
  const { streams, lasts } = endpoint.special
  const response = lasts
    ? fenced(String(example.reply).trimEnd(), '')
    : streams
      ? 'The bytes of the file.'
      : fenced(pretty(example.reply), 'json')
  const parts = [
    `## ${summary}`,
    `\`${method} ${path}\``,
    description,
    listEndpointFacts(endpoint)
      .map(([name, text]) => `- ${name}: ${text}`)
      .join('\n'),
    fieldList('Path', listFields(params)),
    fieldList('Query', listFields(query)),
    fieldList(body && isClosed(body) ? 'Body (unknown fields are rejected)' : 'Body', listFields(body)),
    fieldList('Headers', listFields(buildHeaderSchema(endpoint))),
    ...buildExampleTabs(endpoint, baseUrl).map(
      ({ title, code, language }) => `${title}:\n\n${fenced(code, language === 'cli' ? 'sh' : language)}`,
    ),
    `Response ${status}:\n\n${response}`,
    streams ? undefined : fieldList('Response fields', listFields(reply), true),
    `Errors: ${listErrorCodes(endpoint)
      .map((code) => `[${code}](/docs/errors.md#${code})`)
      .join(', ')}`,
  ]
  return parts.filter((part) => part !== undefined).join('\n\n')
}

export function fieldList(title: string, fields: readonly Field[], isReply = false): string | undefined {
  if (fields.length === 0) return undefined
  const lines = fields.map(({ within, name, type, isRequired, limits, description = '' }) => {
    const tag = isReply ? (isRequired ? '' : ', may be absent') : isRequired ? ', required' : ''
    const says = [description, limits.length > 0 ? limitsSentence(limits) : ''].filter(Boolean).join(' ')
    return `- \`${within}${name}\` (${type}${tag})${says && `: ${says}`}`
  })
  return `${title}:\n\n${lines.join('\n')}`
}
