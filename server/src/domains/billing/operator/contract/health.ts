import type { Static } from 'typebox'
import { endpoint } from '../../../../kit/declare/endpoint.ts'
import { Nullable } from '../../../../kit/declare/schema.ts'
import { Type } from '../../../../kit/declare/type.ts'

const Count = Type.Integer({ minimum: 0 })
const Micros = Type.Integer({ minimum: 0, description: 'In millionths of a dollar.' })

export type ServerHealth = Static<typeof ServerHealth>
const ServerHealth = Type.Object(
  {
    checks: Type.Array(Type.Object({ check: Type.String(), ok: Type.Boolean(), text: Type.String() }), {
      description: 'Database, schema, clock and disk, as checked by `quoin-server doctor`.',
    }),
    queue: Type.Array(Type.Object({ job: Type.String(), state: Type.String(), jobs: Count }), {
      description: 'Number of jobs by kind and state. `dead` jobs have failed permanently.',
    }),
    sources: Type.Array(
      Type.Object({
        source: Type.String(),
        actions: Type.Array(Type.String()),
        is_on: Type.Boolean({ description: 'False when it is not configured, or left out of the configured order.' }),
        calls_today: Nullable(
          Type.Integer({ minimum: 0, description: 'Null for sources without cost, whose calls are not counted.' }),
        ),
        spent_today_micros: Micros,
        daily_budget_micros: Nullable(Micros),
      }),
      { description: 'Cost of each source today (UTC), across all workspaces.' },
    ),
  },
  { title: 'ServerHealth' },
)

export const operatorHealth = {
  health: endpoint({
    id: 'operator.health',
    route: 'GET /v1/operator/health',
    summary: 'Read the health of the server',
    description: 'Read-only. Only `quoin-server doctor` checks whether the server reaches the internet.',
    access: 'operator',
    reply: ServerHealth,
    example: {
      reply: {
        checks: [{ check: 'database', ok: true, text: 'database: PostgreSQL 18.0' }],
        queue: [{ job: 'posts.publish', state: 'waiting', jobs: 3 }],
        sources: [
          {
            source: 'hunter',
            actions: ['contacts/find-email'],
            is_on: true,
            calls_today: 12,
            spent_today_micros: 294_000,
            daily_budget_micros: null,
          },
        ],
      },
    },
  }),
}
