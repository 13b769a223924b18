import type { Operation } from '../../src/http/openapi/operations-list.ts'
import { describeOperation } from './description.ts'
import { HEADER, listCaptures, withVariables } from './variables.ts'

/** A request of a Postman collection, format 2.1. */
export interface Item {
  readonly id: string
  readonly name: string
  readonly event: readonly object[]
  readonly request: object
  readonly response: readonly object[]
}

/** Differences between a step of a walkthrough and the example of its operation. */
export interface RequestOverrides {
  readonly id?: string
  readonly name?: string
  readonly body?: unknown
  readonly query?: Readonly<Record<string, string>>
  readonly maxCredits?: number
  /** Lines of the test script, after the status check. */
  readonly script?: readonly string[]
}

/** Builds the request of an operation's example. Adds the variables it uses to `seen`, with the ids of the example. */
export function buildRequest(operation: Operation, seen: Map<string, string>, changes: RequestOverrides = {}): Item {
  const { endpoint } = operation
  const { method, path, example, access } = endpoint
  const body = 'body' in changes ? changes.body : example.body
  const query = buildQuery(
    operation,
    withVariables(changes.query ?? example.query ?? {}, seen) as Record<string, string>,
  )
  const segments = path
    .slice(1)
    .replace(/\{(\w+)\}/g, ':$1')
    .split('/')
  const sent = query.filter(({ disabled }) => !disabled).map(({ key, value }) => `${key}=${value}`)
  const variables = withVariables(example.params ?? {}, seen) as Record<string, string>
  const place = {
    raw: `{{baseUrl}}/${segments.join('/')}${sent.length > 0 ? `?${sent.join('&')}` : ''}`,
    host: ['{{baseUrl}}'],
    path: segments,
  }
  const request = {
    method,
    header: buildHeaders(operation, body !== undefined, changes.maxCredits),
    ...(endpoint.body &&
      body !== undefined && {
        body: {
          mode: 'raw',
          raw: JSON.stringify(withVariables(body, seen), null, 2),
          options: { raw: { language: 'json' } },
        },
      }),
    url: {
      ...place,
      ...(query.length > 0 && { query }),
      ...(operation.params.length > 0 && {
        variable: operation.params.map((name) => ({ key: name, value: variables[name] ?? '' })),
      }),
    },
    ...(access === 'public' && { auth: { type: 'noauth' } }),
    description: describeOperation(operation),
  }
  return {
    id: changes.id ?? operation.id,
    name: changes.name ?? endpoint.summary,
    event: [{ listen: 'test', script: { type: 'text/javascript', exec: buildTestScript(operation, changes.script) } }],
    request,
    response: changes.id || endpoint.special.streams ? [] : [exampleReply(operation, place)],
  }
}

interface Parameter {
  readonly key: string
  readonly value: string
  readonly description?: string
  readonly disabled?: true
}

/** Lists every parameter. Those of the example are enabled. */
function buildQuery({ query }: Operation, sent: Readonly<Record<string, string>>): Parameter[] {
  return query.map(({ name, schema }) => {
    const { description, default: preset = '' } = schema as {
      description?: string
      default?: string | number | boolean
    }
    const value = sent[name]
    return {
      key: name,
      value: value ?? String(preset),
      ...(description && { description }),
      ...(value === undefined && { disabled: true as const }),
    }
  })
}

function buildHeaders({ endpoint, isPriced }: Operation, hasBody: boolean, maxCredits: number | undefined): object[] {
  const { method, access, special } = endpoint
  return [
    ...(hasBody && endpoint.body ? [{ key: 'Content-Type', value: 'application/json' }] : []),
    ...(method !== 'GET' && access !== 'public'
      ? [
          {
            key: 'Idempotency-Key',
            value: '{{$guid}}',
            description: 'Send the same value again to retry a call without doing its work twice.',
            ...(!special.needsIdempotencyKey && { disabled: true }),
          },
        ]
      : []),
    ...(isPriced
      ? [
          {
            key: 'X-Max-Credits',
            value: String(maxCredits ?? 10),
            description: 'Refuse the call if it could cost more than this.',
            ...(maxCredits === undefined && { disabled: true }),
          },
        ]
      : []),
  ]
}

/** Checks the status and stores the ids for later requests. */
function buildTestScript(operation: Operation, further: readonly string[] = []): string[] {
  const { status } = operation.endpoint
  const captures = Object.entries(listCaptures(operation)).map(([name, path]) => {
    const value = path === HEADER ? `pm.response.headers.get('${HEADER}')` : `reply.${path.replace('[0]', '?.[0]?')}`
    return `set('${name}', ${value})`
  })
  return [
    `pm.test('returns ${status}', () => pm.response.to.have.status(${status}))`,
    ...(captures.length > 0 || further.length > 0
      ? [
          `if (pm.response.code === ${status}) {`,
          ...[
            'const reply = pm.response.json()',
            ...(captures.length > 0
              ? ['const set = (name, value) => value && pm.collectionVariables.set(name, value)', ...captures]
              : []),
            ...further,
          ].map((line) => `  ${line}`),
          '}',
        ]
      : []),
  ]
}

function exampleReply({ endpoint }: Operation, url: object): object {
  const { method, status, example } = endpoint
  const names = { 200: 'OK', 201: 'Created', 202: 'Accepted' }
  return {
    name: 'Example',
    originalRequest: { method, url },
    status: names[status],
    code: status,
    header: [{ key: 'Content-Type', value: 'application/json' }],
    body: JSON.stringify(example.reply),
    _postman_previewlanguage: 'json',
  }
}
