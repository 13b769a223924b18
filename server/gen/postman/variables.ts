import type { Operation } from '../../src/http/openapi/operations-list.ts'

/** Variable for the id of a resource, by the prefix of its ids. */
const BY_PREFIX: Readonly<Record<string, string>> = {
  acc: 'accountId',
  bulk: 'bulkJobId',
  cmt: 'commentId',
  conn: 'connectionId',
  conv: 'conversationId',
  dlv: 'deliveryId',
  ent: 'entityId',
  flt: 'faultId',
  job: 'dataJobId',
  key: 'keyId',
  med: 'mediaId',
  msg: 'messageId',
  plk: 'portalLinkId',
  post: 'postId',
  prof: 'profileId',
  pur: 'purchaseId',
  req: 'requestId',
  rev: 'reviewId',
  srch: 'savedSearchId',
  sup: 'suppressionId',
  tpl: 'templateId',
  wh: 'webhookId',
}

/** Platform ids have no prefix, so the field decides. */
const BY_FIELD: Readonly<Record<string, string>> = {
  external_id: 'entityExternalId',
  entity_external_id: 'entityExternalId',
  post_external_id: 'postExternalId',
  message_external_id: 'messageExternalId',
  template_external_id: 'templateExternalId',
}

/** Locations of further ids that later requests need, besides `id` of the created or listed resource. */
const FURTHER: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'accounts.list_entities': { entityExternalId: 'data[0].external_id' },
  'connections.entities': { entityExternalId: 'data[0].external_id' },
  'conversations.list_messages': { messageExternalId: 'data[0].external_id' },
  'posts.get': { postExternalId: 'targets[0].external_id' },
  'requests.list': { requestId: 'data[0].request_id' },
  'sandbox.list_pages': { entityExternalId: 'data[0].external_id' },
  'sandbox.list_posts': { postExternalId: 'data[0].id' },
  'templates.create': { templateExternalId: 'external_id' },
}

const ID = /^([a-z]+)_[0-9A-HJKMNP-TV-Z]{26}$/

function findVariableName(field: string, value: string): string | undefined {
  const [, prefix] = ID.exec(value) ?? []
  if (prefix === undefined) return BY_FIELD[field]
  const name = BY_PREFIX[prefix]
  if (!name) throw new Error(`No variable for ids such as ${prefix}_...: add one to server/gen/postman/variables.ts`)
  return name
}

/** Replaces the ids in an example with variables. */
export function withVariables(value: unknown, seen: Map<string, string>, field = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => withVariables(item, seen, field))
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withVariables(inner, seen, key)]))
  const name = typeof value === 'string' ? findVariableName(field, value) : undefined
  if (name === undefined) return value
  if (!seen.has(name)) seen.set(name, value as string)
  return `{{${name}}}`
}

/** Lists the variables that a response sets: the id of the created resource, or of the newest one in a list. */
export function listCaptures({ id, endpoint, isPriced }: Operation): Readonly<Record<string, string>> {
  const { method, example, special } = endpoint
  if (method === 'DELETE' || special.streams) return {}
  const sent = new Set(Object.values(example.params ?? {}))
  const reply = (example.reply ?? {}) as { id?: unknown; data?: unknown }
  const [first] = Array.isArray(reply.data) ? (reply.data as ({ id?: unknown } | undefined)[]) : []
  const found: Record<string, string> = { ...FURTHER[id] }
  for (const [path, value] of [
    ['id', reply.id],
    ['data[0].id', first?.id],
  ] as const) {
    const [, prefix = ''] = typeof value === 'string' ? (ID.exec(value) ?? []) : []
    const name = BY_PREFIX[prefix]
    if (name && !sent.has(value as string)) found[name] = path
  }
  if (isPriced) found['requestId'] = HEADER
  return found
}

/** Header with the id of a paid call's receipt. */
export const HEADER = 'X-Quoin-Request-Id'
