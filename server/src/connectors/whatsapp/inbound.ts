import { Maybe, StringEnum } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { AnyBody, Id, tryRead } from '../api/response.ts'
import type { Inbound, InboundItem, RawInbound } from '../inbound.ts'
import type { FoundStatus } from '../inbox.ts'
import { request } from '../meta/graph.ts'
import { challenge, subscribeApp, verify, verifyToken } from '../meta/webhooks.ts'
import type { Session } from '../session.ts'
import { createGraph, getBusinessAccountId } from './cloud-api.ts'
import { buildConversationId, isPhone } from './conversation-ids.ts'
import { readError, readMessage, readUnixSeconds, toArray } from './received-message.ts'
import { readRejectionReason, toTemplateStatus } from './templates.ts'

const FIELDS = ['messages', 'smb_message_echoes', 'message_template_status_update', 'account_update']

const Push = Type.Object({ entry: Type.Array(Type.Unknown()) })
const Entry = Type.Object({ id: Maybe(Id), changes: Type.Array(Type.Unknown()) })
const Change = Type.Object({ field: Type.String(), value: Type.Unknown() })

const NumberChange = Type.Object({
  metadata: Type.Object({ phone_number_id: Id }),
  contacts: Type.Optional(Type.Unknown()),
  messages: Type.Optional(Type.Unknown()),
  message_echoes: Type.Optional(Type.Unknown()),
  statuses: Type.Optional(Type.Unknown()),
})

const Status = Type.Object({
  id: Type.String({ minLength: 1 }),
  status: StringEnum(['sent', 'delivered', 'read', 'failed', 'played']),
  timestamp: Type.Optional(Type.Unknown()),
  errors: Type.Optional(Type.Unknown()),
  recipient_id: Type.Optional(Type.Unknown()),
  recipient_type: Type.Optional(Type.Unknown()),
  biz_opaque_callback_data: Type.Optional(Type.Unknown()),
})

const TemplateChange = Type.Object({
  event: Type.String(),
  message_template_id: Id,
  reason: Type.Optional(Type.Unknown()),
})

const AccountChange = Type.Object({
  event: Type.String(),
  waba_info: Maybe(Type.Object({ waba_id: Maybe(Id) })),
})

export const inbound: Inbound = {
  challenge,
  verify,
  read: readPush,
  isOfParent: true,
  /**
   * Meta sends changes of templates and accounts only to the app's own address, messages to any. If the app's address belongs to
   * another program, messages are sent to ours and templates are polled.
   */
  async subscribe(session, url) {
    const graph = createGraph(session)
    const isOurs = await subscribeApp(graph, { object: 'whatsapp_business_account', fields: FIELDS, url })
    const token = verifyToken(session)
    await request(graph, 'POST', buildSubscriptionPath(session), {
      schema: AnyBody,
      ...(!isOurs && { body: { override_callback_uri: url, verify_token: token } }),
      secrets: [token],
    })
  },
  async unsubscribe(session) {
    await request(createGraph(session), 'DELETE', buildSubscriptionPath(session), { schema: AnyBody })
  },
}

const buildSubscriptionPath = (session: Session) =>
  `${encodeURIComponent(getBusinessAccountId(session))}/subscribed_apps`

function readPush({ body }: RawInbound): InboundItem[] {
  const { entry = [] } = tryRead(Push, JSON.parse(body)) ?? {}
  return entry.flatMap((one) => {
    const { id, changes = [] } = tryRead(Entry, one) ?? {}
    return changes.flatMap((change) => {
      const { field = '', value } = tryRead(Change, change) ?? {}
      return READERS[field]?.(value, id ?? undefined) ?? []
    })
  })
}

/** Readers by field. The id of the entry is that of the business account. */
const READERS: Readonly<Record<string, (value: unknown, entryId?: string | number) => InboundItem[]>> = {
  messages: readNumberChange,
  smb_message_echoes: readNumberChange,
  message_template_status_update: readTemplateChange,
  account_update: readAccountChange,
}

function readNumberChange(value: unknown): InboundItem[] {
  const change = tryRead(NumberChange, value)
  if (!change) return []
  const { contacts, messages, message_echoes: echoes, statuses } = change
  const entityExternalId = String(change.metadata.phone_number_id)
  const readEach = (list: unknown, direction: 'inbound' | 'outbound') =>
    toArray(list).flatMap((one): InboundItem[] => {
      const message = readMessage(one, { direction, phoneNumberId: entityExternalId, contacts })
      return message ? [{ kind: 'message', entityExternalId, ...message }] : []
    })
  return [
    ...readEach(messages, 'inbound'),
    ...readEach(echoes, 'outbound'),
    ...toArray(statuses).flatMap((one): InboundItem[] => {
      const status = readStatus(one, entityExternalId)
      return status ? [{ kind: 'message_status', entityExternalId, ...status }] : []
    }),
  ]
}

function readStatus(value: unknown, phoneNumberId: string): FoundStatus | undefined {
  const found = tryRead(Status, value)
  if (!found || found.recipient_type === 'group') return undefined
  const { id, status, timestamp, errors, recipient_id: personId, biz_opaque_callback_data: handle } = found
  const error = readError(errors)
  return {
    messageExternalId: id,
    // A voice message that was played has been read.
    status: status === 'played' ? 'read' : status,
    ...(error && {
      error: {
        code: error.code ?? 'unknown',
        message: (error.message ?? 'The message was not delivered.').slice(0, 300),
      },
    }),
    occurredAt: readUnixSeconds(timestamp),
    ...(typeof handle === 'string' && { handle }),
    ...(typeof personId === 'string' &&
      isPhone(personId) && { conversationExternalId: buildConversationId(phoneNumberId, personId) }),
  }
}

/** Reads the status of a template. The push has no content, so the stored content stays. */
function readTemplateChange(value: unknown, businessAccountId?: string | number): InboundItem[] {
  const change = tryRead(TemplateChange, value)
  const status = toTemplateStatus(change?.event)
  if (!change || status === undefined || businessAccountId === undefined) return []
  return [
    {
      kind: 'template',
      parentEntityExternalId: String(businessAccountId),
      externalId: String(change.message_template_id),
      status,
      rejectionReason: status === 'rejected' ? readRejectionReason(change.reason) : null,
    },
  ]
}

/** Events that may have ended our access. The health check then asks Meta. */
const ENDINGS = [
  'ACCOUNT_DELETED',
  'ACCOUNT_OFFBOARDED',
  'ACCOUNT_RESTRICTION',
  'ACCOUNT_VIOLATION',
  'DISABLED_UPDATE',
  'PARTNER_APP_UNINSTALLED',
  'PARTNER_REMOVED',
]

function readAccountChange(value: unknown, entryId?: string | number): InboundItem[] {
  const { event = '', waba_info: info } = tryRead(AccountChange, value) ?? {}
  const accountId = info?.waba_id ?? entryId
  if (!ENDINGS.includes(event) || accountId === undefined) return []
  return [{ kind: 'deauthorized', parentEntityExternalId: String(accountId) }]
}
