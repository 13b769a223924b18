import type { Static } from 'typebox'
import { declareList, exampleById, IdParams } from '../../../kit/declare/by-id.ts'
import { endpoint } from '../../../kit/declare/endpoint.ts'
import { bytesAtMost, DateTime, FreeForm, Name, Nullable } from '../../../kit/declare/schema.ts'
import { Type } from '../../../kit/declare/type.ts'

export type Profile = Static<typeof Profile>
export const Profile = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    external_ref: Nullable(Type.String({ description: "Your own system's id for this profile." })),
    metadata: FreeForm(),
    created_at: DateTime,
    updated_at: DateTime,
  },
  { title: 'ProfileResponse' },
)

export type ProfileRequest = Static<typeof ProfileRequest>
const ProfileRequest = Type.Object(
  {
    name: Name({ maxLength: 255 }),
    external_ref: Type.Optional(Nullable(Type.String({ maxLength: 255 }))),
    metadata: Type.Optional(FreeForm(bytesAtMost(16, 'Free-form; returned as sent.'))),
  },
  { additionalProperties: false, title: 'ProfileRequest' },
)

const example: Profile = {
  id: 'prof_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  name: 'Example brand',
  external_ref: 'customer-42',
  metadata: { plan: 'demo' },
  created_at: '2026-01-15T09:30:00.000Z',
  updated_at: '2026-01-15T09:30:00.000Z',
}
const exampleBody = { name: example.name, external_ref: example.external_ref, metadata: example.metadata }
const id = { params: IdParams }

const echoBody = (body: ProfileRequest, reply: Profile): Profile => ({
  ...reply,
  name: body.name,
  external_ref: body.external_ref ?? null,
  metadata: body.metadata ?? {},
})

export const profiles = {
  create: endpoint({
    id: 'profiles.create',
    route: 'POST /v1/profiles',
    summary: 'Create a profile',
    description: 'A profile groups the social accounts of one brand, customer or person.',
    body: ProfileRequest,
    status: 201,
    reply: Profile,
    example: { body: exampleBody, reply: example, echo: ({ body }, reply) => echoBody(body, reply) },
  }),

  list: endpoint({
    id: 'profiles.list',
    route: 'GET /v1/profiles',
    summary: 'List profiles, newest first',
    scope: 'profile',
    ...declareList(Profile, 'ProfilePage', example),
  }),

  get: endpoint({
    id: 'profiles.get',
    route: 'GET /v1/profiles/{id}',
    summary: 'Read one profile',
    special: { versioned: true },
    scope: 'profile',
    ...id,
    reply: Profile,
    example: exampleById(example),
  }),

  replace: endpoint({
    id: 'profiles.replace',
    route: 'PUT /v1/profiles/{id}',
    summary: 'Replace a profile',
    special: { versioned: true },
    description: 'Omitted fields become empty.',
    scope: 'profile',
    ...id,
    body: ProfileRequest,
    reply: Profile,
    example: {
      params: { id: example.id },
      body: exampleBody,
      reply: example,
      echo: ({ params, body }, reply) => ({ ...echoBody(body, reply), id: params.id }),
    },
  }),

  delete: endpoint({
    id: 'profiles.delete',
    route: 'DELETE /v1/profiles/{id}',
    summary: 'Delete a profile',
    description:
      'Returns the deleted profile. Refused while accounts are connected to it. The data of disconnected accounts is deleted with it.',
    scope: 'profile',
    ...id,
    reply: Profile,
    errors: ['wrong_state'],
    example: exampleById(example),
  }),
}
