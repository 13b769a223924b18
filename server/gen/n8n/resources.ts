import { type Operation, operations } from '../../src/http/openapi/operations-list.ts'
import { actionName, byName, sentence, singular, titleCase } from './display-text.ts'
import { type Field, toField } from './fields.ts'

/** n8n's names for common operations. */
const VERBS: Readonly<Record<string, string>> = { list: 'getAll' }
const NAMES: Readonly<Record<string, string>> = { getAll: 'Get Many' }

/** A node that n8n retries sends the same key, so that nothing is done or charged twice. */
const ONCE = '=n8n-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}'
const NEXT_PAGE =
  "={{ $request.url + ($response.body?.next_cursor ? '?cursor=' + encodeURIComponent($response.body.next_cursor) : '') }}"

/** Returns all properties of the node: resources, their operations, and the fields of each. */
export function nodeProperties(): Field[] {
  const groups = [...Map.groupBy(operations, ({ resource }) => resource)]
  const resources = groups
    .map(([resource]) => ({ name: titleCase(singular(resource)), value: toCamelCase(singular(resource)) }))
    .toSorted(byName)
  return [
    {
      displayName: 'Resource',
      name: 'resource',
      type: 'options',
      noDataExpression: true,
      options: resources,
      default: 'post',
    },
    ...groups.flatMap(([resource, group]) => [
      operationField(resource, group),
      ...group.flatMap((operation) => buildOperationFields(operation)),
    ]),
  ]
}

function operationField(resource: string, group: readonly Operation[]): Field {
  const options = group.map(toOperationOption).toSorted(byName)
  return {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    displayOptions: { show: { resource: [toCamelCase(singular(resource))] } },
    options,
    default: options[0]?.value,
  }
}

function toOperationOption({ verb, endpoint, cursorIn }: Operation) {
  const { method, path, summary, description, special } = endpoint
  const value = toCamelCase(VERBS[verb] ?? verb)
  const url = path.replace(/\{(\w+)\}/g, '{{ encodeURIComponent($parameter["$1"]) }}')
  return {
    name: NAMES[value] ?? titleCase(verb),
    value,
    action: actionName(summary),
    description: sentence(description ?? summary),
    routing: {
      request: {
        method,
        url: url === path ? path : `=${url}`,
        ...(method !== 'GET' && { headers: { 'Idempotency-Key': ONCE } }),
        ...(special.streams && { encoding: 'arraybuffer', json: false }),
      },
      ...((special.streams || cursorIn) && {
        output: {
          postReceive: [
            special.streams
              ? { type: 'binaryData', properties: { destinationProperty: 'data' } }
              : { type: 'rootProperty', properties: { property: 'data' } },
          ],
        },
      }),
    },
  }
}

/** `redrive_many` -> `redriveMany`. */
function toCamelCase(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/** Free lists can return all pages. Pages of paid searches are bought one by one, so that each is a decision. */
function buildOperationFields(operation: Operation): Field[] {
  const { resource, verb, params, query, body, cursorIn, isPriced, endpoint } = operation
  const show = { resource: [toCamelCase(singular(resource))], operation: [toCamelCase(VERBS[verb] ?? verb)] }
  const isPaged = cursorIn === 'query' && !isPriced
  const paging = isPaged ? ['cursor', 'limit'] : []
  const sent = [
    ...query.map((argument) => ({ argument, where: 'query' as const })),
    ...body.map((argument) => ({ argument, where: 'body' as const })),
  ].filter(({ argument }) => !paging.includes(argument.name) && !(endpoint.produces && argument.name === 'format'))
  const required = sent.filter(({ argument }) => argument.isRequired)
  const optional = sent.filter(({ argument }) => !argument.isRequired)
  const further = [
    ...optional.map(({ argument, where }) => toField(operation, argument, where)),
    ...(isPriced ? [MAX_CREDITS] : []),
  ].toSorted((a, b) => byName({ name: a.displayName }, { name: b.displayName }))
  return [
    ...params.map((name) => paramField(operation, name, show)),
    ...required.map(({ argument, where }) => ({
      ...toField(operation, argument, where),
      required: true,
      displayOptions: { show },
    })),
    ...(isPaged ? pageFields(operation, show) : []),
    ...(further.length > 0
      ? [
          {
            displayName: endpoint.method === 'GET' ? 'Filters' : 'Additional Fields',
            name: endpoint.method === 'GET' ? 'filters' : 'additionalFields',
            type: 'collection',
            placeholder: 'Add Field',
            default: {},
            displayOptions: { show },
            options: further,
          },
        ]
      : []),
  ]
}

const MAX_CREDITS: Field = {
  displayName: 'Max Credits',
  name: 'maxCredits',
  type: 'number',
  typeOptions: { minValue: 0 },
  default: 10,
  description: 'Refuse the call if it could cost more than this',
  routing: { request: { headers: { 'X-Max-Credits': '={{ $value }}' } } },
}

function paramField({ endpoint }: Operation, name: string, show: object): Field {
  const segments = endpoint.path.split('/')
  const before = segments[segments.indexOf(`{${name}}`) - 1] ?? ''
  const of = singular(before.replaceAll('-', '_'))
  return {
    displayName: name === 'id' ? titleCase(`${of}_id`) : titleCase(name),
    name,
    type: 'string',
    required: true,
    default: '',
    displayOptions: { show },
  }
}

function pageFields({ query }: Operation, show: object): Field[] {
  const { maximum = 100 } = (query.find(({ name }) => name === 'limit')?.schema ?? {}) as { maximum?: number }
  return [
    {
      displayName: 'Return All',
      name: 'returnAll',
      type: 'boolean',
      default: false,
      description: 'Whether to return all results or only up to a given limit',
      displayOptions: { show },
      routing: {
        send: {
          paginate: '={{ $value }}',
          type: 'query',
          property: 'limit',
          value: `={{ $value ? ${maximum} : undefined }}`,
        },
        operations: {
          pagination: {
            type: 'generic',
            properties: { continue: '={{ !!$response.body?.next_cursor }}', request: { url: NEXT_PAGE } },
          },
        },
      },
    },
    {
      displayName: 'Limit',
      name: 'limit',
      type: 'number',
      typeOptions: { minValue: 1, maxValue: maximum },
      default: 50,
      description: 'Max number of results to return',
      displayOptions: { show: { ...show, returnAll: [false] } },
      routing: { send: { type: 'query', property: 'limit' }, output: { maxResults: '={{ $value }}' } },
    },
  ]
}
