import type { Finding, PublishedPost, Publishing } from '../publish.ts'
import type { Json, Session } from '../session.ts'
import { isSame } from './compare-status.ts'
import { type Body, getInstance, isNotFound, request } from './instance.ts'
import { type Upload, uploadAll } from './media.ts'
import type { Options } from './platform.ts'
import { lateSeconds } from './server-kind.ts'
import { findSource, listOwnStatuses, statusPath } from './status.ts'
import { PAGE_SIZE } from './status-page.ts'

interface PreparedState {
  readonly media: readonly Upload[]
  /** The account's newest status before ours. Ours comes after it, whatever the clocks say. */
  readonly after: string | null
}

const PAGES_MAX = 5

export const publish: Publishing<Options, PreparedState> = {
  // Mastodon keeps keys for an hour, other servers with its API ignore them: nothing depends on a key alone.
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
    const status = await postStatus(session, handle, {
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
   * A status does not show its Idempotency-Key, and a repeat with the key is safe only after the first request has ended:
   * servers store the key after they have made the status. So the account's newer statuses are compared with the draft.
   */
  async find(session, { draft, prepared, intentAt, belongsToOtherTarget }): Promise<Finding> {
    const { after, media } = prepared
    const wanted = { draft, mediaIds: media.map(({ id }) => id) }
    let from = after ?? '0'
    let isCertain = true
    for (let page = 0; page < PAGES_MAX; page++) {
      const { items, newest } = await listOwnStatuses(session, { limit: PAGE_SIZE, min_id: from })
      // Oldest first: with equal texts, ours is the first one after `after`.
      for (const status of items.toReversed()) {
        const same = await isSame(wanted, status, () => findSource(session, String(status.id)))
        if (same === true && !(await belongsToOtherTarget?.(String(status.id))))
          return { state: 'published', post: readPublished(status) }
        isCertain &&= same !== undefined
      }
      if (newest === undefined || newest === from) return absentOrUnknown(session, intentAt, isCertain)
      from = newest
    }
    return { state: 'unknown' }
  },

  async unpublish(session, externalId) {
    try {
      await request(getInstance(session), 'DELETE', statusPath(externalId))
    } catch (error) {
      if (!isNotFound(error)) throw error
    }
  },
}

export function postStatus(session: Session, key: string, body: Json): Promise<Body> {
  const headers = { 'idempotency-key': key }
  return request(getInstance(session), 'POST', '/api/v1/statuses', { body, headers, mutates: true })
}

function absentOrUnknown({ entity, now }: Session, intentAt: Date, isCertain: boolean): Finding {
  const seconds = (now().getTime() - intentAt.getTime()) / 1000
  return isCertain && seconds >= lateSeconds(entity) ? { state: 'absent' } : { state: 'unknown' }
}

async function findNewest(session: Session): Promise<string | null> {
  const { newest } = await listOwnStatuses(session, { limit: 1, exclude_reblogs: false })
  return newest ?? null
}

function readPublished({ id, url, uri }: Body): PublishedPost {
  return { externalId: String(id), externalUrl: url ?? uri ?? null }
}
