import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { Id, tryRead } from '../api/response.ts'
import type { Inbound, InboundItem } from '../inbound.ts'
import { challenge, verify } from '../meta/webhooks.ts'
import { Reply, toComment } from './reply.ts'

/** A push with one or several changes, in `values` or `changes`, or in entries as in Meta's other webhooks. */
const Push = Type.Object({
  values: Type.Optional(Type.Unknown()),
  changes: Type.Optional(Type.Unknown()),
  entry: Type.Optional(Type.Unknown()),
})

const ReplyChange = Type.Object({
  field: Type.Literal('replies'),
  value: Type.Object({
    ...Reply.properties,
    root_post: Type.Object({ id: Maybe(Id), owner_id: Id, username: Maybe(Type.String()) }),
  }),
})

/** The owner of the app enters our address and our verify token in the app's dashboard, and subscribes to `replies`. */
export const inbound: Inbound = {
  challenge,
  verify,
  read: ({ body }) => listChanges(parse(body)).flatMap(readChange),
}

function readChange(change: unknown): InboundItem[] {
  const { value } = tryRead(ReplyChange, change) ?? {}
  if (!value) return []
  const { username, root_post: root } = value
  const isOwn = typeof username === 'string' && username === root.username
  return [{ kind: 'comment', entityExternalId: String(root.owner_id), ...toComment(value, null), isOwn }]
}

function listChanges(push: unknown): unknown[] {
  const { values, changes, entry } = tryRead(Push, push) ?? {}
  return [values, changes, ...(Array.isArray(entry) ? entry.map(listChanges) : [])].flat()
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
