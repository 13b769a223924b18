import type { Static } from 'typebox'
import { declareList } from '../../../../kit/declare/by-id.ts'
import { endpoint } from '../../../../kit/declare/endpoint.ts'
import { Type } from '../../../../kit/declare/type.ts'

export type SandboxPage = Static<typeof SandboxPage>
const SandboxPage = Type.Object(
  {
    external_id: Type.String({ description: 'The `entity_external_id` of the other calls.' }),
    name: Type.String(),
    username: Type.String({ description: 'The person who may act as the page.' }),
    inbox_url: Type.String({
      description: 'Shows the messages and reviews of the page in a browser. It needs no key: keep it secret.',
    }),
  },
  { title: 'SandboxPage' },
)

const key = '3f0c1b1e-6f5e-4f0a-9c39-8d1a2b3c4d5e'
const example: SandboxPage = {
  external_id: 'sb-page-1',
  name: 'painter',
  username: 'painter',
  inbox_url: `https://api.example.com/v1/sandbox/views/inboxes/${key}`,
}

/** Common fields of pages for browsers: the key in the URL is all that a browser needs, and opens nothing else. */
const view = {
  access: 'public',
  params: Type.Object({
    key: Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$', description: 'From the URL.' }),
  }),
  reply: Type.Object({ title: Type.String() }, { title: 'SandboxView' }),
  produces: ['text/html'],
  errors: ['not_found'],
} as const

export const views = {
  pages: endpoint({
    id: 'sandbox.list_pages',
    route: 'GET /v1/sandbox/pages',
    summary: 'List the pages of the sandbox with their inbox URLs, newest first',
    ...declareList(SandboxPage, 'SandboxPagePage', example),
    errors: ['not_found'],
  }),

  post: endpoint({
    id: 'sandbox.view_post',
    route: 'GET /v1/sandbox/views/posts/{key}',
    summary: 'View a sandbox post in a browser',
    description: 'The `external_url` of a published target. It shows the post with its comments and needs no key.',
    ...view,
    example: { params: { key }, reply: { title: 'painter on the sandbox' } },
  }),

  inbox: endpoint({
    id: 'sandbox.view_inbox',
    route: 'GET /v1/sandbox/views/inboxes/{key}',
    summary: 'View the inbox of a sandbox page in a browser',
    description: 'The `inbox_url` of `GET /v1/sandbox/pages`. It shows messages and reviews and needs no key.',
    ...view,
    example: { params: { key }, reply: { title: 'Inbox of painter' } },
  }),
}
