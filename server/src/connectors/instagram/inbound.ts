import type { Inbound, InboundItem } from '../inbound.ts'
import { type Body, isMissing, readAll, request } from '../meta/graph.ts'
import { readMessaging } from '../meta/messaging.ts'
import { challenge, subscribeApp, verify as verifyWith } from '../meta/webhooks.ts'
import type { Session } from '../session.ts'
import { createAccountGraph, facebookGraph, getAccountId, metaCall, readLogin, readPerson } from './account.ts'

const FIELDS = ['comments', 'live_comments', 'messages', 'messaging_seen']

export const inbound: Inbound = {
  challenge,
  /** Each app signs with its own secret. */
  async verify(call, raw) {
    return (await verifyWith(call, raw)) || verifyWith(metaCall(call), raw)
  },
  read({ body }) {
    const { object, entry } = JSON.parse(body) as { object?: unknown; entry?: Body[] }
    if (object !== 'instagram' || !Array.isArray(entry)) return []
    return entry.flatMap((one) => [...readMessaging(one, String(one?.id)), ...readChanges(one)])
  },
  async subscribe(session, url) {
    if (session.app['meta_client_id'])
      await subscribeApp(facebookGraph(session), { object: 'instagram', fields: FIELDS, url })
    if (readLogin(session) === 'facebook') return subscribePage(session)
    const form = { subscribed_fields: FIELDS.join(',') }
    await request(createAccountGraph(session), 'POST', `${getAccountId(session)}/subscribed_apps`, { form })
  },
  /** The subscription of a page stays: the page itself may be connected too. */
  async unsubscribe(session) {
    if (readLogin(session) === 'facebook') return
    try {
      await request(createAccountGraph(session), 'DELETE', `${getAccountId(session)}/subscribed_apps`)
    } catch (error) {
      if (!isMissing(error)) throw error
    }
  },
}

/** An account that belongs to a page sends webhooks when the page has any subscription. One that is there is not replaced. */
async function subscribePage(session: Session): Promise<void> {
  const path = `${session.entity.parentExternalId}/subscribed_apps`
  const known = await readAll(createAccountGraph(session), path, { query: { fields: 'id,subscribed_fields' } })
  if (known.some(({ id }) => String(id) === session.app['meta_client_id'])) return
  await request(createAccountGraph(session), 'POST', path, { form: { subscribed_fields: 'feed' } })
}

/** Instagram Login sends one change as the entry itself, Facebook Login a list of them. */
function readChanges(entry: Body): InboundItem[] {
  const changes: Body[] = Array.isArray(entry?.changes) ? entry.changes : [entry]
  return changes.flatMap((change) => {
    const { field, value } = change ?? {}
    const isComment = (field === 'comments' || field === 'live_comments') && value?.id !== undefined
    return isComment ? [readComment(String(entry.id), entry.time, value)] : []
  })
}

function readComment(account: string, time: unknown, { id, text, from, media, parent_id }: Body): InboundItem {
  return {
    kind: 'comment',
    entityExternalId: account,
    externalId: String(id),
    mediaExternalId: media?.id === undefined ? null : String(media.id),
    parentExternalId: parent_id === undefined ? null : String(parent_id),
    author: readPerson(from),
    body: text ?? null,
    isHidden: false,
    canReply: true,
    isOwn: String(from?.id) === account,
    occurredAt: Number(time) > 0 ? new Date(Number(time) * 1000) : null,
  }
}
