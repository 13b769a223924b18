import type { Access, AnyEndpoint } from '../../kit/declare/endpoint.ts'
import { priceName } from '../../kit/declare/price.ts'
import { FILE_TYPES } from '../body/sent-file.ts'
import { SESSION_COOKIE } from '../request/visitor.ts'
import { locationTemplate } from '../response/location.ts'
import { describeAccess, listErrorCodes } from './access.ts'
import { ERROR_SCHEMAS, errorResponses } from './errors.ts'
import { headerReferences, REPLY_HEADERS, replyHeaders } from './headers.ts'
import { type Json, type Refer, referTo } from './schemas.ts'
import { buildWebhooks, EVENTS_TAG, signatureParameters } from './webhooks.ts'

export const API_VERSION = '0.1.0'
/** Describes the service in one sentence. */
export const ABOUT =
  'Social management and paid data lookups behind one key, one credit ledger and one set of signed webhooks.'

/** Components that operations share, defined once under a name. */
interface SharedComponents {
  readonly refer: Refer
  readonly parameters: Record<string, Json>
  readonly responses: Record<string, Json>
}

/** Builds the OpenAPI 3.1 description, a pure function of the declarations: it needs no server. */
export function openapi(endpoints: readonly AnyEndpoint[], serverUrl: string): Json {
  const schemas: Record<string, Json> = { ...ERROR_SCHEMAS }
  const parts: SharedComponents = { refer: referTo(schemas), parameters: { ...signatureParameters }, responses: {} }
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const path = (paths[endpoint.path] ??= {})
    path[endpoint.method.toLowerCase()] = operation(endpoint, locationTemplate(endpoint, endpoints), parts)
  }
  const tags = [...new Set(endpoints.map(toTag))].map((name) => ({
    name,
    description: `The operations \`${name}.*\`.`,
  }))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Quoin',
      version: API_VERSION,
      description: ABOUT,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      contact: { name: 'Quoin', url: `${serverUrl}/docs` },
    },
    servers: [{ url: serverUrl }],
    tags: [...tags, EVENTS_TAG],
    security: [{ bearer: [] }],
    paths,
    webhooks: buildWebhooks(parts.refer),
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: '`Authorization: Bearer <API_KEY>`' },
        operator: { type: 'http', scheme: 'bearer', description: '`Authorization: Bearer <QUOIN_OPERATOR_TOKEN>`' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: SESSION_COOKIE,
          description:
            'The cookie set at sign-in, called `__Host-quoin` over HTTPS. Calls that change something must come from the same origin. Set the workspace with `X-Quoin-Workspace`.',
        },
      },
      parameters: parts.parameters,
      headers: REPLY_HEADERS,
      responses: parts.responses,
      schemas,
    },
  }
}

export function toTag(endpoint: AnyEndpoint): string {
  return endpoint.id.split('.')[0] ?? endpoint.id
}

const SESSION = { session: [] }
const KEY_OR_SESSION = [{ bearer: [] }, SESSION]
const SECURITY: Record<Access, Json[]> = {
  public: [],
  read: KEY_OR_SESSION,
  write: KEY_OR_SESSION,
  user: [SESSION],
  operator: [{ operator: [] }, SESSION],
}

const FILE_BODIES = Object.fromEntries(
  FILE_TYPES.map((type) => [
    type,
    type === 'multipart/form-data'
      ? {
          schema: {
            type: 'object',
            properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
            required: ['file'],
          },
        }
      : {},
  ]),
)

function describe({ summary, description = `${summary}.`, special: { deprecated } }: AnyEndpoint): string {
  return deprecated
    ? `${description} Deprecated since ${deprecated.since}, and may end after ${deprecated.until}. ${deprecated.instead}`
    : description
}

function operation(
  endpoint: AnyEndpoint,
  location: string | undefined,
  { refer, parameters: headers, responses }: SharedComponents,
): Json {
  const { body, example } = endpoint
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    description: describe(endpoint),
    ...(endpoint.special.deprecated && { deprecated: true }),
    tags: [toTag(endpoint)],
    security: SECURITY[endpoint.access],
    'x-access': describeAccess(endpoint),
    'x-price': priceName(endpoint.price),
    parameters: [
      ...parameters('path', endpoint.params, example.params),
      ...parameters('query', endpoint.query, example.query),
      ...headerReferences(endpoint, headers),
    ],
    ...(body && {
      requestBody: {
        required: !endpoint.special.isBodyOptional,
        content: {
          'application/json': { schema: refer(body), ...(example.body !== undefined && { example: example.body }) },
          ...(endpoint.special.takesFile && FILE_BODIES),
        },
      },
    }),
    ...(endpoint.special.takesFile && !body && { requestBody: { required: true, content: FILE_BODIES } }),
    ...(endpoint.special.rawBody &&
      !body &&
      endpoint.method !== 'GET' && {
        requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
      }),
    responses: {
      [endpoint.status]: {
        description: 'Done.',
        headers: replyHeaders(endpoint, location),
        content: endpoint.special.streams
          ? fileContent(endpoint)
          : {
              'application/json': { schema: refer(endpoint.reply), example: example.reply },
              ...Object.fromEntries((endpoint.produces ?? []).map((type) => [type, { schema: { type: 'string' } }])),
            },
      },
      ...(endpoint.special.takesRange && { 206: partialContent(endpoint) }),
      ...(endpoint.special.redirects && {
        303: { description: 'Continue at `Location`.', headers: replyHeaders(endpoint) },
      }),
      ...errorResponses(listErrorCodes(endpoint), responses),
    },
  }
}

function fileContent({ special: { streams = [] } }: AnyEndpoint): Json {
  return Object.fromEntries(streams.map((type) => [type, {}]))
}

function partialContent(endpoint: AnyEndpoint): Json {
  return {
    description: 'The part of the file given by `Range`.',
    headers: {
      ...replyHeaders(endpoint),
      'Content-Range': { description: 'The returned part of the file.', schema: { type: 'string' } },
    },
    content: fileContent(endpoint),
  }
}

function parameters(where: 'path' | 'query', schema: unknown, examples: Readonly<Record<string, string>> = {}): Json[] {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, { description, ...shape }]) => ({
    name,
    in: where,
    required: where === 'path' || (required.includes(name) && shape['default'] === undefined),
    ...(description !== undefined && { description }),
    ...(examples[name] !== undefined && {
      example: shape['type'] === 'integer' ? Number(examples[name]) : examples[name],
    }),
    schema: shape,
  }))
}
