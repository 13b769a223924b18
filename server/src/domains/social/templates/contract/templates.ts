import type { Static } from 'typebox'
import { declareList, examplePages, IdParams } from '../../../../kit/declare/by-id.ts'
import { endpoint } from '../../../../kit/declare/endpoint.ts'
import { bytesAtMost, FreeForm, Name } from '../../../../kit/declare/schema.ts'
import { Type } from '../../../../kit/declare/type.ts'
import { PLATFORM_CALL_ERRORS } from '../../inbox/contract.ts'
import { Template, templateExample } from './template.ts'

export type CreateTemplateRequest = Static<typeof CreateTemplateRequest>
const CreateTemplateRequest = Type.Object(
  {
    name: Name({ maxLength: 512 }),
    language: Type.String({ minLength: 2, maxLength: 32 }),
    category: Type.String(),
    components: Type.Optional(Type.Array(FreeForm(), bytesAtMost(64))),
  },
  { additionalProperties: false, title: 'CreateTemplateRequest' },
)

const { account_id: accountId, id: templateId } = templateExample
const ofAccount = { params: { id: accountId } }
const ofTemplate = { params: { id: accountId, template_id: templateId } }
const TemplateParams = Type.Object({ id: Type.String({ maxLength: 64 }), template_id: Type.String({ maxLength: 64 }) })
const read = { access: 'read', scope: 'profile', errors: ['unsupported_by_platform'] } as const
/** Common fields of endpoints that call the account's platform. */
const call = { access: 'write', scope: 'profile', callsOut: true, errors: PLATFORM_CALL_ERRORS } as const
const pending: Template = { ...templateExample, status: 'pending' }

function echoIds({ params }: { params: Static<typeof TemplateParams> }, reply: Template): Template {
  return { ...reply, id: params.template_id, account_id: params.id }
}

export const templates = {
  create: endpoint({
    id: 'templates.create',
    route: 'POST /v1/accounts/{id}/templates',
    summary: 'Create a message template',
    description: 'The platform must approve it; the event `template.status_changed` reports the result.',
    ...call,
    params: IdParams,
    body: CreateTemplateRequest,
    status: 201,
    reply: Template,
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
    ...read,
    params: IdParams,
    ...declareList(Template, 'TemplatePage', templateExample),
    example: { ...ofAccount, ...examplePages(templateExample, ({ id = '' }) => ({ account_id: id })) },
  }),

  get: endpoint({
    id: 'templates.get',
    route: 'GET /v1/accounts/{id}/templates/{template_id}',
    summary: 'Read one message template',
    ...read,
    params: TemplateParams,
    reply: Template,
    example: { ...ofTemplate, reply: templateExample, echo: echoIds },
  }),

  delete: endpoint({
    id: 'templates.delete',
    route: 'DELETE /v1/accounts/{id}/templates/{template_id}',
    summary: 'Delete a message template',
    description: 'Returns the template with status `deleted`; lists no longer show it.',
    ...call,
    params: TemplateParams,
    reply: Template,
    example: { ...ofTemplate, reply: { ...templateExample, status: 'deleted' }, echo: echoIds },
  }),
}
