import type { Inbound, InboundItem, RawInbound } from '../inbound.ts'
import type { FoundStatus } from '../inbox.ts'
import { type Body, request } from '../meta/graph.ts'
import { challenge, subscribeApp, verify, verifyToken } from '../meta/webhooks.ts'
import { createGraph, getBusinessAccountId } from './cloud-api.ts'
import { buildConversationId, isPhone } from './conversation-ids.ts'
import { readMessage } from './received-message.ts'
import { readRejectionReason, toTemplateStatus } from './templates.ts'

const FIELDS = ['messages', 'smb_message_echoes', 'message_template_status_update', 'account_update']

export const inbound: Inbound = {
  challenge,
  verify,
  read: readPush,
  isOfParent: true,
  /**
   * Templates and the account are told about at the app's own address only; messages can go elsewhere. When the app's address
   * is another program's, messages come to us and templates are polled.
   */
  async subscribe(session, url) {
    const graph = createGraph(session)
    const isOurs = await subscribeApp(graph, { object: 'whatsapp_business_account', fields: FIELDS, url })
    const token = verifyToken(session)
    const path = `${encodeURIComponent(getBusinessAccountId(session))}/subscribed_apps`
    await request(graph, 'POST', path, {
      ...(!isOurs && { body: { override_callback_uri: url, verify_token: token } }),
      secrets: [token],
    })
  },
  async unsubscribe(session) {
    const path = `${encodeURIComponent(getBusinessAccountId(session))}/subscribed_apps`
    await request(createGraph(session), 'DELETE', path)
  },
}

function readPush({ body }: RawInbound): InboundItem[] {
  const push: Body = JSON.parse(body)
  const entries: Body[] = Array.isArray(push?.entry) ? push.entry : []
  return entries.flatMap((entry) => {
    const changes: Body[] = Array.isArray(entry?.changes) ? entry.changes : []
    return changes.flatMap(({ field, value }) => READERS[String(field)]?.(value ?? {}, String(entry.id)) ?? [])
  })
}

const READERS: Readonly<Record<string, (value: Body, entryId: string) => InboundItem[]>> = {
  messages: readMessages,
  smb_message_echoes: (value) => readEach(value, value.message_echoes, 'outbound'),
  message_template_status_update: readTemplateStatus,
  account_update: readAccountUpdate,
}

function readMessages(value: Body): InboundItem[] {
  const statuses: Body[] = Array.isArray(value.statuses) ? value.statuses : []
  const entityExternalId = String(value.metadata?.phone_number_id)
  return [
    ...readEach(value, value.messages, 'inbound'),
    ...statuses.flatMap((found) => {
      const status = readStatus(found, entityExternalId)
      return status ? [{ kind: 'message_status' as const, entityExternalId, ...status }] : []
    }),
  ]
}

function readEach(value: Body, found: unknown, direction: 'inbound' | 'outbound'): InboundItem[] {
  const entityExternalId = String(value.metadata?.phone_number_id)
  return (Array.isArray(found) ? found : []).flatMap((one: Body) => {
    const message = readMessage(one, { direction, phoneNumberId: entityExternalId, contacts: value.contacts })
    return message ? [{ kind: 'message' as const, entityExternalId, ...message }] : []
  })
}

const STATUSES: readonly string[] = ['sent', 'delivered', 'read', 'failed'] satisfies FoundStatus['status'][]

function readStatus(found: Body, phoneNumberId: string): FoundStatus | undefined {
  const { id, status, timestamp, errors, recipient_id: personId, biz_opaque_callback_data: handle } = found
  // A voice message that was played has been read.
  const known = status === 'played' ? 'read' : status
  if (typeof id !== 'string' || !STATUSES.includes(known) || found.recipient_type === 'group') return undefined
  const [error] = Array.isArray(errors) ? errors : []
  return {
    messageExternalId: id,
    status: known,
    ...(error && { error: { code: String(error.code), message: readErrorMessage(error) } }),
    occurredAt: Number(timestamp) > 0 ? new Date(Number(timestamp) * 1000) : null,
    ...(typeof handle === 'string' && { handle }),
    ...(typeof personId === 'string' &&
      isPhone(personId) && { conversationExternalId: buildConversationId(phoneNumberId, personId) }),
  }
}

function readErrorMessage({ error_data: data, message, title }: Body): string {
  return String(data?.details ?? message ?? title ?? 'The message was not delivered.').slice(0, 300)
}

/** Says nothing about the content, which stays as it is known. */
function readTemplateStatus(value: Body, businessAccountId: string): InboundItem[] {
  const status = toTemplateStatus(value.event)
  if (status === undefined || value.message_template_id === undefined) return []
  return [
    {
      kind: 'template',
      parentEntityExternalId: businessAccountId,
      externalId: String(value.message_template_id),
      status,
      rejectionReason: status === 'rejected' ? readRejectionReason(value.reason) : null,
    },
  ]
}

/** What may have ended our access: the health check then asks Meta. */
const ENDINGS = [
  'ACCOUNT_DELETED',
  'ACCOUNT_OFFBOARDED',
  'ACCOUNT_RESTRICTION',
  'ACCOUNT_VIOLATION',
  'DISABLED_UPDATE',
  'PARTNER_APP_UNINSTALLED',
  'PARTNER_REMOVED',
]

function readAccountUpdate({ event, waba_info: info }: Body, entryId: string): InboundItem[] {
  if (!ENDINGS.includes(event)) return []
  return [{ kind: 'deauthorized', parentEntityExternalId: String(info?.waba_id ?? entryId) }]
}
