import { type Static, Type } from 'typebox'
import { IdParams, onePage } from '../../../../kit/declare/by-id.ts'
import { endpoint } from '../../../../kit/declare/endpoint.ts'
import { PageOf, PageQuery } from '../../../../kit/declare/page.ts'
import { bytesAtMost, FreeForm, Nullable } from '../../../../kit/declare/schema.ts'
import { Template, templateExample } from './template.ts'

export { Template }

export type CreateTemplateRequest = Static<typeof CreateTemplateRequest>
const CreateTemplateRequest = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 512 }),
    language: Type.String({ minLength: 2, maxLength: 32 }),
    category: Type.String(),
    components: Type.Optional(Type.Array(FreeForm(), bytesAtMost(64))),
  },
  { additionalProperties: false, title: 'CreateTemplateRequest' },
)

export type RegisterNumberRequest = Static<typeof RegisterNumberRequest>
const RegisterNumberRequest = Type.Object(
  {
    pin: Type.String({ pattern: '^[0-9]{6}$', description: 'Used for this call alone and never stored.' }),
    data_localization_region: Type.Optional(Nullable(Type.String({ minLength: 2, maxLength: 2 }))),
  },
  { additionalProperties: false, title: 'RegisterNumberRequest' },
)

export type RegisteredNumber = Static<typeof RegisteredNumber>
const RegisteredNumber = Type.Object(
  { account_id: Type.String(), phone_number_id: Type.String(), status: Type.String() },
  { title: 'RegisterNumberResponse' },
)

const account = { params: IdParams }
const one = { params: Type.Object({ id: Type.String({ maxLength: 64 }), template_id: Type.String({ maxLength: 64 }) }) }
const { account_id: accountId, id: templateId } = templateExample
const ofAccount = { params: { id: accountId } }
const ofExample = { params: { id: accountId, template_id: templateId } }
const asks = ['not_found', 'wrong_state', 'unsupported_by_platform', 'upstream_error', 'upstream_timeout'] as const
const pending: Template = { ...templateExample, status: 'pending' }

export const templates = {
  create: endpoint({
    id: 'templates.create',
    route: 'POST /v1/accounts/{id}/templates',
    summary: 'Create a message template',
    description: 'It waits for the approval of the platform; `template.status_changed` tells how that went.',
    access: 'write',
    scope: 'profile',
    ...account,
    body: CreateTemplateRequest,
    callsOut: true,
    status: 201,
    reply: Template,
    errors: asks,
    example: {
      ...ofAccount,
      body: {
        name: pending.name,
        language: pending.language,
        category: pending.category,
        components: pending.components,
      },
      reply: pending,
      echo: ({ params, body }, reply) => ({
        ...reply,
        ...body,
        components: body.components ?? [],
        account_id: params.id,
      }),
    },
  }),

  list: endpoint({
    id: 'templates.list',
    route: 'GET /v1/accounts/{id}/templates',
    summary: 'List the message templates of an account, newest first',
    access: 'read',
    scope: 'profile',
    ...account,
    query: Type.Object(PageQuery),
    reply: PageOf(Template, 'TemplatePage'),
    errors: ['unsupported_by_platform'],
    example: { ...ofAccount, reply: onePage(templateExample) },
  }),

  get: endpoint({
    id: 'templates.get',
    route: 'GET /v1/accounts/{id}/templates/{template_id}',
    summary: 'Read one message template',
    access: 'read',
    scope: 'profile',
    ...one,
    reply: Template,
    errors: ['unsupported_by_platform'],
    example: {
      ...ofExample,
      reply: templateExample,
      echo: ({ params }, reply) => ({ ...reply, id: params.template_id, account_id: params.id }),
    },
  }),

  delete: endpoint({
    id: 'templates.delete',
    route: 'DELETE /v1/accounts/{id}/templates/{template_id}',
    summary: 'Delete a message template',
    description: 'Answers the template with status `deleted`; lists do not show it any more.',
    access: 'write',
    scope: 'profile',
    ...one,
    callsOut: true,
    reply: Template,
    errors: asks,
    example: {
      ...ofExample,
      reply: { ...templateExample, status: 'deleted' },
      echo: ({ params }, reply) => ({ ...reply, id: params.template_id, account_id: params.id }),
    },
  }),

  registerNumber: endpoint({
    id: 'accounts.register_number',
    route: 'POST /v1/accounts/{id}/register-number',
    summary: "Register an account's phone number",
    access: 'write',
    scope: 'profile',
    ...account,
    body: RegisterNumberRequest,
    callsOut: true,
    reply: RegisteredNumber,
    errors: asks,
    example: {
      ...ofAccount,
      body: { pin: '123456' },
      reply: { account_id: accountId, phone_number_id: '1000000001', status: 'registered' },
      echo: ({ params }, reply) => ({ ...reply, account_id: params.id }),
    },
  }),
}
