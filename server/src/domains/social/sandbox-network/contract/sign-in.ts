import { endpoint } from '../../../../kit/declare/endpoint.ts'
import { Type } from '../../../../kit/declare/type.ts'
import { Username } from './fields.ts'

export const signIn = {
  authorize: endpoint({
    id: 'sandbox.authorize',
    route: 'GET /v1/sandbox/authorize',
    summary: 'Open the sign-in page of the sandbox',
    description: 'For browsers and tests. With `username` that person signs in; with `deny` the person refuses.',
    access: 'public',
    query: Type.Object({
      request: Type.String({ pattern: '^[A-Za-z0-9_]{1,64}\\.[0-9A-Z]{26}$' }),
      state: Type.String({ pattern: '^[A-Za-z0-9_-]{1,512}$' }),
      username: Type.Optional(Username),
      deny: Type.Optional(Type.Boolean()),
    }),
    reply: Type.Object({ status: Type.String() }, { title: 'SandboxSignIn' }),
    produces: ['text/html'],
    special: { redirects: true },
    errors: ['not_found'],
    example: {
      query: { request: 'ws_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB.01KA2Z3W9GQ8F0T5V6X7Y8Z9AB', state: 'example' },
      reply: { status: 'awaiting_user' },
    },
  }),
}
