import { timingSafeEqual } from 'node:crypto'
import { sha256 } from '../../kit/hash.ts'
import type { Inbound, InboundItem } from '../inbound.ts'
import { verify } from '../meta/webhooks.ts'
import type { Body } from './graph.ts'
import { readReply } from './reply.ts'

/** The operator enters our address and a token of their own in the app's dashboard, and subscribes to `replies`. */
export const inbound: Inbound = {
  async challenge({ app }, { query }) {
    const token = app['verifyToken']
    const isOurs = query['hub.mode'] === 'subscribe' && token !== undefined && isEqual(query['hub.verify_token'], token)
    return isOurs ? query['hub.challenge'] : undefined
  },
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

function isEqual(given: string | undefined, wanted: string): boolean {
  return timingSafeEqual(sha256(given ?? ''), sha256(wanted))
}
