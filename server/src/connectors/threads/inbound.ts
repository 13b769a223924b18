import type { Inbound, InboundItem } from '../inbound.ts'
import { challenge, verify } from '../meta/webhooks.ts'
import type { Body } from './graph.ts'
import { readReply } from './reply.ts'

/** The app's owner enters our address and our verify token in the app's dashboard, and subscribes to `replies`. */
export const inbound: Inbound = {
  challenge,
  verify,
  read: ({ body }) => listValues(parse(body)).flatMap(readValue),
}

function readValue({ field, value }: Body): InboundItem[] {
  const owner = value?.root_post?.owner_id
  if (field !== 'replies' || value?.id === undefined || owner === undefined) return []
  const isOwn = value.username !== undefined && value.username === value.root_post.username
  return [{ kind: 'comment', entityExternalId: String(owner), ...readReply(value, null), isOwn }]
}

/** One change, several, or several in entries, as Meta's other webhooks have them. */
function listValues(push: Body): Body[] {
  if (typeof push !== 'object' || push === null) return []
  const parts = [push.values, push.changes].flat().filter((one) => typeof one === 'object' && one !== null)
  return [...parts, ...(Array.isArray(push.entry) ? push.entry.flatMap(listValues) : [])]
}

function parse(body: string): Body {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}
