import type { Static, TSchema } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { AnyBody, Id } from '../api/response.ts'
import type { Finding, PublishedPost, Publishing } from '../publish.ts'
import type { Json, Session } from '../session.ts'
import { isSame } from './compare-status.ts'
import { hasRule } from './errors.ts'
import { getInstance, request } from './instance.ts'
import { type Upload, uploadAll } from './media.ts'
import { findSource, listOwnStatuses } from './own-statuses.ts'
import type { Options } from './platform.ts'
import { getLateSeconds } from './server-kind.ts'
import { buildStatusPath, readText } from './status.ts'
import { AnyPage, PAGE_SIZE, StatusPage } from './status-page.ts'

/** The part of a new status that publishing needs. */
type NewStatus = Static<typeof NewStatus>
const NewStatus = Type.Object({ id: Id, url: Maybe(Type.Unknown()), uri: Maybe(Type.Unknown()) })

interface PreparedState {
  readonly media: readonly Upload[]
  /** The account's newest status before ours. Ours comes after it, whatever the clocks say. */
  readonly after: string | null
}

const PAGES_MAX = 5

export const publish: Publishing<Options, PreparedState> = {
  // Mastodon keeps keys for an hour and other servers ignore them, so nothing depends on a key alone.
  handleSeconds: 0,

  async prepare(session, { draft }, before) {
    const { alt_texts = [] } = draft.options
    const media = await uploadAll(session, draft.media, alt_texts, before?.media ?? [])
    const after = before ? before.after : await findNewest(session)
    const isWaiting = media.some(({ isReady }) => !isReady)
    return { prepared: { media, after }, ...(isWaiting && { retryAfterSeconds: 3 }) }
  },

  async mutate(session, { draft, handle, prepared }) {
    const { media } = prepared
    const { visibility, spoiler_text, sensitive, language } = draft.options
    const status = await postStatus(session, handle, NewStatus, {
      status: draft.text,
      ...(media.length > 0 && { media_ids: media.map(({ id }) => id) }),
      ...(visibility !== undefined && { visibility }),
      ...(spoiler_text !== undefined && { spoiler_text }),
      ...(sensitive !== undefined && { sensitive }),
      ...(language !== undefined && { language }),
    })
    return readPublished(status)
  },

  /**
   * Compares the account's newer statuses with the draft. A status does not show its Idempotency-Key, and a repeat with the key is
   * safe only after the first request has ended: servers store the key after they have made the status.
   */
  async find(session, { draft, prepared, intentAt, belongsToOtherTarget }): Promise<Finding> {
    const { after, media } = prepared
    const sent = { draft, mediaIds: media.map(({ id }) => id) }
    let from = after ?? '0'
    let isCertain = true
    for (let page = 0; page < PAGES_MAX; page++) {
      const { items, newest } = await listOwnStatuses(session, StatusPage, { limit: PAGE_SIZE, min_id: from })
      // Oldest first: with equal texts, ours is the first one after `after`.
      for (const status of items.toReversed()) {
        const same = await isSame(sent, status, () => findSource(session, String(status.id)))
        if (same === true && !(await belongsToOtherTarget?.(String(status.id))))
          return { state: 'published', post: readPublished(status) }
        isCertain &&= same !== undefined
      }
      if (newest === undefined || newest === from) return judgeAbsence(session, intentAt, isCertain)
      from = newest
    }
    return { state: 'unknown' }
  },

  async unpublish(session, externalId) {
    try {
      await deleteStatus(session, externalId)
    } catch (error) {
      if (!hasRule(error, 'not_found')) throw error
    }
  },
}

export function postStatus<S extends TSchema>(
  session: Session,
  key: string,
  schema: S,
  body: Json,
): Promise<Static<S>> {
  const headers = { 'idempotency-key': key }
  return request(getInstance(session), 'POST', '/api/v1/statuses', { schema, body, headers, mutates: true })
}

export async function deleteStatus(session: Session, id: string): Promise<void> {
  await request(getInstance(session), 'DELETE', buildStatusPath(id), { schema: AnyBody })
}

/** Decides that a post is absent only when its request can no longer have an effect. */
function judgeAbsence({ entity, now }: Session, intentAt: Date, isCertain: boolean): Finding {
  const seconds = (now().getTime() - intentAt.getTime()) / 1000
  return isCertain && seconds >= getLateSeconds(entity) ? { state: 'absent' } : { state: 'unknown' }
}

async function findNewest(session: Session): Promise<string | null> {
  const { newest } = await listOwnStatuses(session, AnyPage, { limit: 1, exclude_reblogs: false })
  return newest ?? null
}

function readPublished({ id, url, uri }: NewStatus): PublishedPost {
  return { externalId: String(id), externalUrl: readText(url) ?? readText(uri) }
}
