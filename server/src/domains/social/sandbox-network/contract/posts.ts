import type { Static } from 'typebox'
import { declareList } from '../../../../kit/declare/by-id.ts'
import { endpoint } from '../../../../kit/declare/endpoint.ts'
import { PageQuery } from '../../../../kit/declare/page.ts'
import { DateTime, FreeForm, StringEnum } from '../../../../kit/declare/schema.ts'
import { Type } from '../../../../kit/declare/type.ts'
import { EntityId, EXAMPLE_TIME } from './fields.ts'

export type SandboxPost = Static<typeof SandboxPost>
const SandboxPost = Type.Object(
  {
    id: Type.String(),
    entity_external_id: Type.String(),
    status: StringEnum(['live', 'processing']),
    content: Type.String(),
    url: Type.String({ description: 'Shows the post in a browser, without a key.' }),
    media: Type.Array(Type.String()),
    options: FreeForm(),
    created_at: DateTime,
  },
  { title: 'SandboxPost' },
)

const example: SandboxPost = {
  id: 'sb-post-1',
  entity_external_id: 'sb-page-1',
  status: 'live',
  content: 'Hello from an example.',
  url: 'https://api.example.com/v1/sandbox/views/posts/3f0c1b1e-6f5e-4f0a-9c39-8d1a2b3c4d5e',
  media: [],
  options: {},
  created_at: EXAMPLE_TIME,
}

export const posts = {
  list: endpoint({
    id: 'sandbox.list_posts',
    route: 'GET /v1/sandbox/posts',
    summary: 'List the posts visible on the sandbox, newest first',
    ...declareList(SandboxPost, 'SandboxPostPage', example),
    query: Type.Object({ ...PageQuery, entity_external_id: Type.Optional(EntityId) }),
    errors: ['not_found'],
  }),
}
