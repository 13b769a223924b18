import type { CommittedAttempt, Finding, Published, Publishing } from '../publish.ts'
import type { Json, Session } from '../session.ts'
import { type Body, instanceOf, isNotFound, request } from './instance.ts'
import { type Upload, uploadAll } from './media.ts'
import { listOwnStatuses, PAGE_SIZE, readSource, statusPath } from './status.ts'

interface Prepared {
  readonly media: readonly Upload[]
  /** The account's newest status before ours. Ours comes after it, whatever the clocks say. */
  readonly after: string | null
}

interface Options {
  readonly visibility?: string
  readonly spoiler_text?: string
  readonly sensitive?: boolean
  readonly language?: string
  readonly alt_texts?: readonly string[]
}

/** After this time a server has finished any request whose answer we gave up on. */
export const LATE_REQUEST_SECONDS = 60
const PAGES_MAX = 5

export const publish: Publishing = {
  handleSeconds: 3600,

  async prepare(session, { draft }, before) {
    const known = before as unknown as Prepared | null
    const { alt_texts = [] } = draft.options as Options
    const media = await uploadAll(session, draft.media, alt_texts, known?.media ?? [])
    const after = known ? known.after : await findNewest(session)
    const isWaiting = media.some(({ isReady }) => !isReady)
    return { prepared: { media, after } as unknown as Json, ...(isWaiting && { retryAfterSeconds: 3 }) }
  },

  async mutate(session, { draft, handle, prepared }) {
    const { media } = prepared as unknown as Prepared
    const { visibility, spoiler_text, sensitive, language } = draft.options as Options
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
  async find(session, attempt): Promise<Finding> {
    const { after } = attempt.prepared as unknown as Prepared
    let from = after ?? '0'
    for (let page = 0; page < PAGES_MAX; page++) {
      const statuses = await listOwnStatuses(session, {
        limit: PAGE_SIZE,
        exclude_reblogs: true,
        min_id: from,
      })
      // Oldest first: with equal texts, ours is the first one after `after`.
      for (const status of statuses.toReversed())
        if (await isOurs(session, attempt, status)) return { state: 'published', post: readPublished(status) }
      if (statuses.length < PAGE_SIZE) return absentOrUnknown(session, attempt)
      from = statuses[0].id
    }
    return { state: 'unknown' }
  },

  async unpublish(session, externalId) {
    try {
      await request(instanceOf(session), 'DELETE', statusPath(externalId))
    } catch (error) {
      if (!isNotFound(error)) throw error
    }
  },
}

export function postStatus(session: Session, key: string, body: Json): Promise<Body> {
  const headers = { 'idempotency-key': key }
  return request(instanceOf(session), 'POST', '/api/v1/statuses', { body, headers, mutates: true })
}

function absentOrUnknown(session: Session, { intentAt }: CommittedAttempt): Finding {
  const seconds = (session.now().getTime() - intentAt.getTime()) / 1000
  return seconds < LATE_REQUEST_SECONDS ? { state: 'unknown' } : { state: 'absent' }
}

/** A post with media is recognised by the ids of our uploads, a post without by its text. */
async function isOurs(session: Session, attempt: CommittedAttempt, status: Body): Promise<boolean> {
  const { draft, prepared, isOfOtherTarget } = attempt
  const uploaded = (prepared as unknown as Prepared).media.map(({ id }) => id)
  const shown: string[] = (status.media_attachments ?? []).map(({ id }: Body) => String(id))
  if (uploaded.length > 0) return uploaded.every((id) => shown.includes(id))
  if (shown.length > 0 || status.in_reply_to_id) return false
  const { spoiler_text = '' } = draft.options as Options
  const wanted = draft.text.trim() === '' ? spoiler_text : draft.text
  if ((await readSource(session, status.id)) !== wanted.trim()) return false
  return !(await isOfOtherTarget?.(String(status.id)))
}

async function findNewest(session: Session): Promise<string | null> {
  const [newest] = await listOwnStatuses(session, { limit: 1 })
  return newest?.id ?? null
}

function readPublished({ id, url, uri }: Body): Published {
  return { externalId: String(id), externalUrl: url ?? uri ?? null }
}
