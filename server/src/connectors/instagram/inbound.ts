import type { Static } from 'typebox'
import { Maybe, StringEnum } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { AnyBody, Id, tryRead } from '../api/response.ts'
import type { Inbound, InboundItem } from '../inbound.ts'
import {
  buildEdgeSchema,
  ignoreMissing,
  readAll,
  readUnixSeconds,
  request,
  Sender,
  toExternalId,
} from '../meta/graph.ts'
import { readMessaging } from '../meta/messaging.ts'
import { challenge, type PushEntry, readEntries, subscribeApp, verify as verifyWith } from '../meta/webhooks.ts'
import type { Session } from '../session.ts'
import { createAccountGraph, createFacebookGraph, getAccountId, readLogin, readPerson, withMetaApp } from './account.ts'

const FIELDS = ['comments', 'live_comments', 'messages', 'messaging_seen']

const CommentChange = Type.Object({
  field: StringEnum(['comments', 'live_comments']),
  value: Type.Object({
    id: Id,
    text: Maybe(Type.String()),
    from: Maybe(Sender),
    media: Maybe(Type.Object({ id: Maybe(Id) })),
    parent_id: Maybe(Id),
  }),
})

const AppEdge = buildEdgeSchema(Type.Object({ id: Id }))

export const inbound: Inbound = {
  challenge,
  /** Each app signs with its own secret. */
  async verify(call, raw) {
    return (await verifyWith(call, raw)) || verifyWith(withMetaApp(call), raw)
  },
  read: ({ body }) =>
    readEntries(body, 'instagram').flatMap((entry) => [...readMessaging(entry), ...readChanges(entry)]),
  async subscribe(session, url) {
    if (session.app['meta_client_id'])
      await subscribeApp(createFacebookGraph(session), { object: 'instagram', fields: FIELDS, url })
    if (readLogin(session) === 'facebook') return subscribePage(session)
    const form = { subscribed_fields: FIELDS.join(',') }
    const path = `${getAccountId(session)}/subscribed_apps`
    await request(createAccountGraph(session), 'POST', path, { schema: AnyBody, form })
  },
  /** The subscription of a page stays: the page itself may be connected too. */
  async unsubscribe(session) {
    if (readLogin(session) === 'facebook') return
    const path = `${getAccountId(session)}/subscribed_apps`
    await request(createAccountGraph(session), 'DELETE', path, { schema: AnyBody }).catch(ignoreMissing)
  },
}

/** An account that belongs to a page sends webhooks if the page has any subscription. An existing subscription is not replaced. */
async function subscribePage(session: Session): Promise<void> {
  const path = `${session.entity.parentExternalId}/subscribed_apps`
  const query = { fields: 'id,subscribed_fields' }
  const apps = await readAll(createAccountGraph(session), path, { schema: AppEdge, query })
  if (apps.some(({ id }) => String(id) === session.app['meta_client_id'])) return
  const form = { subscribed_fields: 'feed' }
  await request(createAccountGraph(session), 'POST', path, { schema: AnyBody, form })
}

/** Instagram Login sends one change as the entry itself, Facebook Login a list of changes. */
function readChanges(entry: PushEntry): InboundItem[] {
  const changes: readonly unknown[] = Array.isArray(entry.changes) ? entry.changes : [entry]
  return changes.flatMap((change) => {
    const comment = tryRead(CommentChange, change)
    return comment ? [readComment(entry, comment.value)] : []
  })
}

function readComment(
  entry: PushEntry,
  { id, text, from, media, parent_id }: Static<typeof CommentChange>['value'],
): InboundItem {
  const account = String(entry.id)
  return {
    kind: 'comment',
    entityExternalId: account,
    externalId: String(id),
    mediaExternalId: toExternalId(media?.id),
    parentExternalId: toExternalId(parent_id),
    author: readPerson(from),
    body: text ?? null,
    isHidden: false,
    canReply: true,
    isOwn: toExternalId(from?.id) === account,
    occurredAt: readUnixSeconds(entry.time),
  }
}
