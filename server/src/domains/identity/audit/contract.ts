import type { Static } from 'typebox'
import { DateTime, FreeForm, Nullable } from '../../../kit/declare/schema.ts'
import { Type } from '../../../kit/declare/type.ts'

export type AuditEntry = Static<typeof AuditEntry>
export const AuditEntry = Type.Object(
  {
    id: Type.String(),
    workspace_id: Nullable(Type.String({ description: 'Null for an entry that belongs to no single workspace.' })),
    actor: Type.String({
      description: "The operator, the user's email address, or the id of the API key.",
    }),
    action: Type.String(),
    reason: Type.String({ description: "Empty for users' actions on their own resources." }),
    detail: FreeForm(),
    created_at: DateTime,
  },
  { title: 'AuditEntry' },
)
