import { implement } from '../../../kit/declare/route.ts'
import { numbers } from './contract/numbers.ts'
import { templates } from './contract/templates.ts'
import { createTemplate } from './create.ts'
import { registerNumber, requestCode, verifyCode } from './numbers.ts'
import { deleteTemplate, getTemplate, listTemplates } from './service.ts'

export const templateRoutes = [
  ...implement(templates, {
    create: ({ params, body, principal, ctx }) => createTemplate(ctx, principal, params.id, body),
    list: ({ params, query, principal, ctx, db }) => listTemplates(ctx, db, principal, params.id, query),
    get: ({ params, principal, ctx, db }) => getTemplate(ctx, db, principal, params.id, params.template_id),
    delete: ({ params, principal, ctx }) => deleteTemplate(ctx, principal, params.id, params.template_id),
  }),
  ...implement(numbers, {
    requestCode: ({ params, body, principal, ctx }) => requestCode(ctx, principal, params.id, body),
    verifyCode: ({ params, body, principal, ctx }) => verifyCode(ctx, principal, params.id, body),
    registerNumber: ({ params, body, principal, ctx }) => registerNumber(ctx, principal, params.id, body),
  }),
]
