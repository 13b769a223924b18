import type { CommittedAttempt, Finding, Published, Publishing } from '../publish.ts'
import type { Json, Session } from '../session.ts'
import { ask, type Body, doorOf, isNotFound } from './instance.ts'
import { type Upload, uploadAll } from './media.ts'
import { listOwn, PAGE, readSource } from './status.ts'

interface Prepared {
  readonly media: readonly Upload[]
  /** The newest status of the account before ours: whatever is ours comes after it, by any clock. */
  readonly after: string | null
}

interface Options {
  readonly visibility?: string
  readonly spoiler_text?: string
  readonly sensitive?: boolean
  readonly language?: string
  readonly alt_texts?: readonly string[]
}

/** A server that still works on a request whose answer we gave up on is done by then. */
const SETTLE_SECONDS = 60
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
   * A status does not tell its Idempotency-Key, and a repeat with the key is only safe when the first request has ended:
   * servers note the key after they have made the status. So the account's newer statuses are compared with the draft.
   */
  async find(session, attempt): Promise<Finding> {
    const { after } = attempt.prepared as unknown as Prepared
    let from = after ?? '0'
    for (let page = 0; page < PAGES_MAX; page++) {
      const statuses = await listOwn(session, {
        limit: PAGE,
        exclude_reblogs: true,
        min_id: from,
      })
      // Oldest first: it is ours that came first after the mark.
      for (const status of statuses.toReversed())
        if (await isOurs(session, attempt, status)) return { state: 'published', post: readPublished(status) }
      if (statuses.length < PAGE) return settled(session, attempt)
      from = statuses[0].id
    }
    return { state: 'unknown' }
  },

  async unpublish(session, externalId) {
    try {
      await ask(doorOf(session), 'DELETE', `/api/v1/statuses/${encodeURIComponent(externalId)}`)
    } catch (error) {
      if (!isNotFound(error)) throw error
    }
  },
}

export function postStatus(session: Session, key: string, body: Json): Promise<Body> {
  return ask(doorOf(session), 'POST', '/api/v1/statuses', { body, headers: { 'idempotency-key': key }, mutates: true })
}

function settled(session: Session, { intentAt }: CommittedAttempt): Finding {
  const seconds = (session.now().getTime() - intentAt.getTime()) / 1000
  return seconds < SETTLE_SECONDS ? { state: 'unknown' } : { state: 'absent' }
}

/** Attachments are the very ones we uploaded; a text is what its author typed. */
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
  const [newest] = await listOwn(session, { limit: 1 })
  return newest?.id ?? null
}

function readPublished({ id, url, uri }: Body): Published {
  return { externalId: String(id), externalUrl: url ?? uri ?? null }
}
