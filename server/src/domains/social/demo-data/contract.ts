import type { Static } from 'typebox'
import { endpoint } from '../../../kit/declare/endpoint.ts'
import { DateTime, Nullable, StringEnum } from '../../../kit/declare/schema.ts'
import { Type } from '../../../kit/declare/type.ts'
import { job } from '../../../queue/job.ts'

export type DemoData = Static<typeof DemoData>
const DemoData = Type.Object(
  {
    status: StringEnum(['none', 'preparing', 'ready'], {
      description: '`preparing`: accounts, posts, messages, comments and reviews are still being added.',
    }),
    profile_id: Nullable(Type.String({ description: 'The profile that contains all demo data.' })),
    created_at: Nullable(DateTime),
  },
  { title: 'DemoDataResponse' },
)

const none: DemoData = { status: 'none', profile_id: null, created_at: null }
const preparing: DemoData = {
  status: 'preparing',
  profile_id: 'prof_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  created_at: '2026-01-15T09:30:00.000Z',
}

export const demoData = {
  get: endpoint({
    id: 'demo_data.get',
    route: 'GET /v1/demo-data',
    summary: 'Read the status of the demo data',
    reply: DemoData,
    example: { reply: { ...preparing, status: 'ready' } },
  }),

  create: endpoint({
    id: 'demo_data.create',
    route: 'POST /v1/demo-data',
    summary: 'Add demo data',
    description:
      'Creates a profile "Demo" with two accounts on the sandbox, posts in every state, messages, comments and reviews. It costs no credits, and leaves the server only in the webhooks that you subscribe to. It is ready within seconds; a workspace has it once, and a repeated call changes nothing.',
    status: 202,
    location: '/v1/demo-data',
    reply: DemoData,
    errors: ['not_found'],
    example: { reply: preparing },
  }),

  delete: endpoint({
    id: 'demo_data.delete',
    route: 'DELETE /v1/demo-data',
    summary: 'Remove the demo data',
    description:
      'Deletes its profile with everything in it, including anything added to that profile since, and its people on the sandbox. Nothing else changes.',
    reply: DemoData,
    errors: ['not_found'],
    example: { reply: none },
  }),
}

/** Adds the missing parts of the profile. Each step first checks what exists, so it can run again after a kill. */
export const fillDemoJob = job({
  id: 'demo_data.fill',
  payload: Type.Object({ profile_id: Type.String(), people: Type.Array(Type.String()) }),
  retry: [5, 30, 120, 600],
})
