import { type Static, Type } from 'typebox'
import { endpoint } from '../../../kit/declare/endpoint.ts'
import { PageOf, PageQuery } from '../../../kit/declare/page.ts'
import { bytesAtMost, DateTime, FreeForm, Nullable } from '../../../kit/declare/schema.ts'

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
    name: Type.String({ minLength: 1, maxLength: 255 }),
    external_ref: Type.Optional(Nullable(Type.String({ maxLength: 255 }))),
    metadata: Type.Optional(FreeForm(bytesAtMost(16, 'Free-form; returned as it was sent.'))),
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
const id = { params: Type.Object({ id: Type.String({ maxLength: 64 }) }) }

const echoBody = (body: ProfileRequest, reply: Profile): Profile => ({
  ...reply,
  name: body.name,
  external_ref: body.external_ref ?? null,
  metadata: body.metadata ?? {},
})

export const profiles = {
  create: endpoint({
    id: 'profiles.create',
    method: 'POST',
    path: '/v1/profiles',
    summary: 'Create a profile',
    description: 'A profile groups the social accounts of one brand, customer or person.',
    access: 'write',
    scope: 'full',
    body: ProfileRequest,
    status: 201,
    reply: Profile,
    errors: [],
    price: 'free',
    example: { body: exampleBody, reply: example, echo: ({ body }, reply) => echoBody(body, reply) },
  }),

  list: endpoint({
    id: 'profiles.list',
    method: 'GET',
    path: '/v1/profiles',
    summary: 'List profiles, newest first',
    access: 'read',
    scope: 'profile',
    query: Type.Object(PageQuery),
    status: 200,
    reply: PageOf(Profile, 'ProfilePage'),
    errors: [],
    price: 'free',
    example: { reply: { data: [example], has_more: false, next_cursor: null } },
  }),

  get: endpoint({
    id: 'profiles.get',
    method: 'GET',
    path: '/v1/profiles/{id}',
    summary: 'Read one profile',
    access: 'read',
    scope: 'profile',
    ...id,
    status: 200,
    reply: Profile,
    errors: ['not_found'],
    price: 'free',
    example: { params: { id: example.id }, reply: example, echo: ({ params }, reply) => ({ ...reply, id: params.id }) },
  }),

  replace: endpoint({
    id: 'profiles.replace',
    method: 'PUT',
    path: '/v1/profiles/{id}',
    summary: 'Replace a profile',
    description: 'What the body leaves out becomes empty.',
    access: 'write',
    scope: 'profile',
    ...id,
    body: ProfileRequest,
    status: 200,
    reply: Profile,
    errors: ['not_found'],
    price: 'free',
    example: {
      params: { id: example.id },
      body: exampleBody,
      reply: example,
      echo: ({ params, body }, reply) => ({ ...echoBody(body, reply), id: params.id }),
    },
  }),

  delete: endpoint({
    id: 'profiles.delete',
    method: 'DELETE',
    path: '/v1/profiles/{id}',
    summary: 'Delete a profile',
    description:
      'Answers the profile as it was. Refused while accounts are connected to it; what they left behind goes with it.',
    access: 'write',
    scope: 'profile',
    ...id,
    status: 200,
    reply: Profile,
    errors: ['not_found', 'wrong_state'],
    price: 'free',
    example: { params: { id: example.id }, reply: example, echo: ({ params }, reply) => ({ ...reply, id: params.id }) },
  }),
}
