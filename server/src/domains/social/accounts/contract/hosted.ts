import { endpoint } from '../../../../kit/declare/endpoint.ts'
import { Type } from '../../../../kit/declare/type.ts'
import { connectionExample } from './examples.ts'
import { Connection } from './resources.ts'

/** The URL is all that a browser needs: anyone who has it can connect an account to this connection, and nothing else. */
const page = {
  access: 'public',
  params: Type.Object({ link: Type.String({ maxLength: 500, description: 'From `authorize_url`.' }) }),
  reply: Connection,
  produces: ['text/html'],
  errors: ['not_found'],
} as const

const example = {
  params: { link: 'k1.example' },
  reply: { ...connectionExample, mode: 'hosted' as const, authorize_url: null },
}

export const hosted = {
  show: endpoint({
    id: 'connect.show',
    route: 'GET /v1/connect/{link}',
    summary: 'Open the hosted page to connect an account',
    description:
      'The `authorize_url` of a connection with mode hosted. It names the workspace and the permissions, sends the person to the platform or takes their credentials, lets them choose what to connect, and returns them to `redirect_url`.',
    ...page,
    example,
  }),

  submit: endpoint({
    id: 'connect.submit',
    route: 'POST /v1/connect/{link}',
    summary: 'Submit the hosted page',
    description: "For browsers: receives the page's form.",
    ...page,
    special: { rawBody: true, redirects: true },
    bodyBytesMax: 65_536,
    callsOut: true,
    example,
  }),
}
