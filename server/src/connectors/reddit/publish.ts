import { exchange } from '../exchange.ts'
import { buildFilename, formWithFile } from '../multipart.ts'
import { PlatformError } from '../platform-error.ts'
import type { CommittedAttempt, Finding, PublishedPost, Publishing, ReadableMedia } from '../publish.ts'
import type { Session } from '../session.ts'
import { type Body, read, unwrapListing, write } from './client.ts'
import { assertRequirements, buildContent, type Content } from './content.ts'
import type { Options } from './platform.ts'

interface PreparedState {
  /** The uploaded image. */
  readonly image: { readonly url: string; readonly assetId: string; readonly checksum: string } | null
}

const SITE = 'https://www.reddit.com'
/** How far Reddit's clock may be behind ours. */
const CLOCK_SKEW_MS = 120_000
/** Posts with an image are made later, after some minutes at worst. */
const IMAGE_MS = 30 * 60_000
const PAGES_MAX = 4

export const publish: Publishing<Options, PreparedState> = {
  handleSeconds: 0,

  async prepare(session, { draft }, before) {
    await assertRequirements(session, buildContent(draft), draft.options)
    const [medium] = draft.media
    const known = before?.image
    const isKnown = medium !== undefined && known?.checksum === medium.checksum
    const image = medium === undefined ? null : isKnown ? known : await upload(session, medium)
    return { prepared: { image } }
  },

  async mutate(session, { draft, prepared }) {
    const { image } = prepared
    const { kind, title, body, url } = buildContent(draft)
    const { flair_id, flair_text, nsfw = false, spoiler = false, send_replies = true } = draft.options
    const answer = await write(
      session,
      '/api/submit',
      {
        kind,
        sr: session.entity.externalId,
        title,
        ...(body !== '' && { text: body }),
        ...(kind === 'link' && { url: url ?? '' }),
        ...(image && { url: image.url }),
        ...(flair_id !== undefined && { flair_id }),
        ...(flair_text !== undefined && { flair_text }),
        nsfw,
        spoiler,
        sendreplies: send_replies,
        resubmit: true,
      },
      { mutates: true },
    )
    const made = answer.json?.data
    if (typeof made?.name === 'string') return { externalId: made.name, externalUrl: made.url ?? null }
    // A post with an image is accepted without an id: it is looked for among the account's posts.
    if (image) return { externalId: `upload_${image.assetId}`, externalUrl: null, isProcessing: true }
    throw new PlatformError('ambiguous', 'Reddit did not say which post it made.')
  },

  /** Reddit has no idempotency keys. The account's own posts since the intent are compared with what was sent. */
  async find(session, attempt): Promise<Finding> {
    const content = buildContent(attempt.draft)
    let after: string | null = null
    for (let page = 0; page < PAGES_MAX; page++) {
      const listing = await listOwn(session, after)
      for (const post of unwrapListing(listing)) {
        if (post.created_utc * 1000 < attempt.intentAt.getTime() - CLOCK_SKEW_MS)
          return missing(session, attempt, content)
        if (await isOurs(session, attempt, content, post)) return { state: 'published', post: readPublished(post) }
      }
      after = listing.data?.after ?? null
      if (!after) return missing(session, attempt, content)
    }
    return { state: 'unknown' }
  },

  async unpublish(session, externalId) {
    await write(session, '/api/del', { id: externalId })
  },
}

function listOwn(session: Session, after: string | null): Promise<Body> {
  const path = `/user/${encodeURIComponent(session.identity.username ?? '')}/submitted`
  return read(session, path, { sort: 'new', limit: 50, ...(after && { after }) })
}

function missing(session: Session, { intentAt }: CommittedAttempt<Options, PreparedState>, { kind }: Content): Finding {
  const isLate = session.now().getTime() - intentAt.getTime() > IMAGE_MS
  return { state: kind === 'image' && !isLate ? 'unknown' : 'absent' }
}

async function isOurs(
  session: Session,
  attempt: CommittedAttempt<Options, PreparedState>,
  content: Content,
  post: Body,
): Promise<boolean> {
  const { kind, title, body, url } = content
  const isSame =
    String(post.subreddit).toLowerCase() === session.entity.externalId.toLowerCase() &&
    String(post.title).trim() === title &&
    post.is_self === (kind === 'self') &&
    (kind !== 'self' || String(post.selftext ?? '').trim() === body) &&
    (kind !== 'link' || post.url === url)
  return isSame && !(await attempt.belongsToOtherTarget?.(post.name))
}

function readPublished({ name, permalink }: Body): PublishedPost {
  return { externalId: name, externalUrl: permalink ? `${SITE}${permalink}` : null }
}

/** Reddit leases a place in its bucket for the file. */
async function upload(session: Session, medium: ReadableMedia): Promise<PreparedState['image']> {
  const lease = await write(session, '/api/media/asset.json', {
    filepath: buildFilename(medium, 'image'),
    mimetype: medium.mime,
  })
  const fields: [string, string][] = (lease.args?.fields ?? []).map(({ name, value }: Body) => [name, String(value)])
  const key = fields.find(([name]) => name === 'key')?.[1]
  const bucket = `https:${String(lease.args?.action)}`
  if (key === undefined || !URL.canParse(bucket))
    throw new PlatformError('unavailable', 'Reddit gave no place to upload the image to.')
  await exchange(session.http, await formWithFile(bucket, { fields, file: 'file', medium }), {
    classify: ({ status, text }) =>
      status === 400 && text.includes('EntityTooLarge')
        ? new PlatformError('invalid', 'The image is too large.', {
            rule: 'reddit.image.max_bytes',
            remediation: 'Use a smaller image.',
          })
        : undefined,
  })
  return { url: `${bucket}/${key}`, assetId: String(lease.asset?.asset_id ?? key), checksum: medium.checksum }
}
