import type { Static } from 'typebox'
import { FAULT_NAMES } from '../../../../connectors/sandbox/faults.ts'
import { declareList, exampleById, IdParams } from '../../../../kit/declare/by-id.ts'
import { endpoint } from '../../../../kit/declare/endpoint.ts'
import { DateTime, Nullable, StringEnum } from '../../../../kit/declare/schema.ts'
import { Type } from '../../../../kit/declare/type.ts'
import { EXAMPLE_TIME, Username } from './fields.ts'

export type SandboxFault = Static<typeof SandboxFault>
const SandboxFault = Type.Object(
  {
    id: Type.String(),
    operation: Type.String(),
    fault: StringEnum(FAULT_NAMES),
    username: Nullable(Type.String()),
    times_left: Nullable(Type.Integer()),
    created_at: DateTime,
  },
  { title: 'SandboxFault' },
)

export type FaultRequest = Static<typeof FaultRequest>
const FaultRequest = Type.Object(
  {
    operation: Type.String({
      pattern: '^(\\*|[a-z_]{1,20}\\.[a-z_]{0,29}[a-z])$',
      description: 'An operation such as `posts.create`; `*` means any.',
    }),
    fault: StringEnum(FAULT_NAMES),
    username: Type.Optional(Username),
    times: Type.Optional(
      Nullable(
        Type.Integer({
          minimum: 1,
          maximum: 1_000_000,
          description: 'Number of times it happens: once by default; null means until it is deleted.',
        }),
      ),
    ),
  },
  { additionalProperties: false, title: 'SandboxFaultRequest' },
)

const example: SandboxFault = {
  id: 'flt_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  operation: 'posts.create',
  fault: 'timeout_after',
  username: null,
  times_left: 1,
  created_at: EXAMPLE_TIME,
}

export const faults = {
  create: endpoint({
    id: 'sandbox.create_fault',
    route: 'POST /v1/sandbox/faults',
    summary: 'Script a fault of the sandbox',
    description:
      'The next calls of the operation fail in this way. `docs/guides/sandbox.md` lists the operations and the faults.',
    body: FaultRequest,
    status: 201,
    location: '/v1/sandbox/faults',
    reply: SandboxFault,
    errors: ['not_found'],
    example: { body: { operation: 'posts.create', fault: 'timeout_after' }, reply: example },
  }),

  list: endpoint({
    id: 'sandbox.list_faults',
    route: 'GET /v1/sandbox/faults',
    summary: 'List scripted faults that are still pending',
    ...declareList(SandboxFault, 'SandboxFaultPage', example),
    errors: ['not_found'],
  }),

  delete: endpoint({
    id: 'sandbox.delete_fault',
    route: 'DELETE /v1/sandbox/faults/{id}',
    summary: 'Delete a scripted fault',
    params: IdParams,
    reply: SandboxFault,
    example: exampleById(example),
  }),
}
