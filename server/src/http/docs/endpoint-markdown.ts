import type { AnyEndpoint } from '../../kit/declare/endpoint.ts'
import { errorCodesOf } from '../openapi/access.ts'
import { fenced, pretty } from './code.ts'
import { examplesOf } from './examples.ts'
import { factsOf, headersOf } from './facts.ts'
import { type Field, fieldsOf, isClosed, limitsSentence } from './fields.ts'

/** The documentation of one endpoint as Markdown. */
export function endpointMarkdown(endpoint: AnyEndpoint, baseUrl: string): string {
  const { method, path, summary, description, params, query, body, reply, status, example, streams, lasts } = endpoint
  const answer = lasts
    ? fenced(String(example.reply).trimEnd(), '')
    : streams
      ? 'The bytes of the file.'
      : fenced(pretty(example.reply), 'json')
  const parts = [
    `## ${summary}`,
    `\`${method} ${path}\``,
    description,
    factsOf(endpoint)
      .map(([name, text]) => `- ${name}: ${text}`)
      .join('\n'),
    fieldList('Path', fieldsOf(params)),
    fieldList('Query', fieldsOf(query)),
    fieldList(body && isClosed(body) ? 'Body (other fields are refused)' : 'Body', fieldsOf(body)),
    fieldList('Headers', fieldsOf(headersOf(endpoint))),
    ...examplesOf(endpoint, baseUrl).map(
      ({ title, code, language }) => `${title}:\n\n${fenced(code, language === 'cli' ? 'sh' : language)}`,
    ),
    `Reply ${status}:\n\n${answer}`,
    streams ? undefined : fieldList('Fields of the reply', fieldsOf(reply), true),
    `Errors: ${errorCodesOf(endpoint)
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
