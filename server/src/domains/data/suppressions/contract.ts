import type { Static } from 'typebox'
import { declareList, exampleById, IdParams } from '../../../kit/declare/by-id.ts'
import { endpoint } from '../../../kit/declare/endpoint.ts'
import { invalidValue } from '../../../kit/declare/errors.ts'
import { PageQuery } from '../../../kit/declare/page.ts'
import { DateTime, Nullable, StringEnum } from '../../../kit/declare/schema.ts'
import { Type } from '../../../kit/declare/type.ts'
import { SUPPRESSION_KINDS, type SuppressionKind } from '../../../sources/directory/contract.ts'
import { suppressionKey } from '../../../sources/directory/suppress/keys.ts'

const Kind = StringEnum(SUPPRESSION_KINDS, {
  description: '`email_sha256` is the SHA-256 of the address in lower case, as 64 hexadecimal digits.',
})

export type Suppression = Static<typeof Suppression>
const Suppression = Type.Object(
  {
    id: Type.String(),
    kind: Kind,
    value: Type.String(),
    reason: Nullable(Type.String()),
    created_at: DateTime,
  },
  { title: 'Suppression' },
)

export type SuppressionRequest = Static<typeof SuppressionRequest>
const SuppressionRequest = Type.Object(
  {
    kind: Kind,
    value: Type.String({ minLength: 1, maxLength: 320, description: 'A domain includes its subdomains.' }),
    reason: Type.Optional(Nullable(Type.String({ maxLength: 500 }))),
  },
  { additionalProperties: false, title: 'SuppressionRequest' },
)

export const MANY_MAX = 10_000

export type ManySuppressionsRequest = Static<typeof ManySuppressionsRequest>
const ManySuppressionsRequest = Type.Object(
  {
    values: Type.Array(Type.String({ maxLength: 320 }), { minItems: 1, maxItems: MANY_MAX }),
    kind: Type.Optional(
      StringEnum(SUPPRESSION_KINDS, {
        description:
          'The kind of all values. When absent, it is inferred: `@` means an email, 64 hexadecimal digits a hash.',
      }),
    ),
    reason: Type.Optional(Nullable(Type.String({ maxLength: 500 }))),
  },
  { additionalProperties: false, title: 'ManySuppressionsRequest' },
)

const Count = Type.Integer({ minimum: 0 })
export type ManySuppressed = Static<typeof ManySuppressed>
const ManySuppressed = Type.Object(
  {
    added: Count,
    already: Type.Integer({ minimum: 0, description: 'Already suppressed, or sent twice.' }),
    refused: Type.Array(Type.Object({ index: Count, value: Type.String(), message: Type.String() }), {
      description: 'Invalid values, with their position in `values`.',
    }),
  },
  { title: 'ManySuppressionsResponse' },
)

export const VIOLATIONS: Readonly<Record<SuppressionKind, string>> = {
  email: 'this is not an email address',
  email_sha256: 'this is not a SHA-256 in hexadecimal',
  domain: 'this is not a domain',
  person: 'this is not a person id',
}

const example: Suppression = {
  id: 'sup_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  kind: 'email',
  value: 'ada.example@example.com',
  reason: 'asked by email',
  created_at: '2026-01-15T09:30:00.000Z',
}

export const suppressions = {
  create: endpoint({
    id: 'suppressions.create',
    route: 'POST /v1/suppressions',
    summary: 'Suppress a person, an email or a domain',
    description:
      'From now on, no search, lookup, workflow or job of this workspace returns this email, domain or person, and nothing is charged for them; searches that follow changes show them as `removed`. If it is already suppressed, the existing suppression is returned.',
    body: SuppressionRequest,
    status: 201,
    location: '/v1/suppressions',
    reply: Suppression,
    check: ({ body: { kind, value } }) =>
      suppressionKey(kind, value) === undefined ? [invalidValue(['body', 'value'], VIOLATIONS[kind])] : [],
    example: {
      body: { kind: example.kind, value: example.value, reason: example.reason },
      reply: example,
      echo: ({ body }, reply) => ({ ...reply, kind: body.kind, value: body.value.trim(), reason: body.reason ?? null }),
    },
  }),

  createMany: endpoint({
    id: 'suppressions.create_many',
    route: 'POST /v1/suppressions:bulk',
    summary: 'Suppress many people, emails or domains',
    description: `Takes up to ${MANY_MAX} values from a list. All valid ones are suppressed together; the response lists the others.`,
    body: ManySuppressionsRequest,
    bodyBytesMax: 4 * 1_048_576,
    reply: ManySuppressed,
    example: {
      body: { values: [example.value, 'example.org'], reason: example.reason },
      reply: { added: 2, already: 0, refused: [] },
      echo: ({ body }, reply) => ({ ...reply, added: body.values.length }),
    },
  }),

  list: endpoint({
    id: 'suppressions.list',
    route: 'GET /v1/suppressions',
    summary: 'List suppressions, newest first',
    ...declareList(Suppression, 'SuppressionPage', example),
    query: Type.Object({
      ...PageQuery,
      kind: Type.Optional(StringEnum(SUPPRESSION_KINDS)),
      q: Type.Optional(
        Type.String({ minLength: 1, maxLength: 200, description: 'Text contained in the value or the reason.' }),
      ),
    }),
  }),

  delete: endpoint({
    id: 'suppressions.delete',
    route: 'DELETE /v1/suppressions/{id}',
    summary: 'Lift a suppression',
    description: 'Returns the deleted suppression.',
    params: IdParams,
    reply: Suppression,
    example: exampleById(example),
  }),
}
