import type { Static } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { exchange } from '../api/exchange.ts'
import { buildFilename, formWithFile } from '../api/multipart.ts'
import { Id } from '../api/response.ts'
import { PlatformError } from '../platform-error.ts'
import type { CommittedAttempt, Finding, Publishing, ReadableMedia } from '../publish.ts'
import type { Session } from '../session.ts'
import { buildListingSchema, Done, listPages, Name, request } from './client.ts'
import { assertRequirements, buildContent, type Content } from './content.ts'
import type { Options } from './platform.ts'

type Post = Static<typeof Post>
const Post = Type.Object({
  name: Name,
  subreddit: Type.String(),
  title: Type.String(),
  is_self: Type.Boolean(),
  selftext: Type.String(),
  url: Type.String(),
  permalink: Maybe(Type.String()),
  created_utc: Type.Number(),
})

const PostListing = buildListingSchema(Post)

const Submission = Type.Object({
  json: Type.Object({ data: Type.Object({ name: Name, url: Maybe(Type.String()) }) }),
})

const Lease = Type.Object({
  args: Type.Object({
    action: Type.String(),
    fields: Type.Array(Type.Object({ name: Type.String(), value: Type.Unknown() })),
  }),
  asset: Maybe(Type.Object({ asset_id: Maybe(Id) })),
})

interface PreparedState {
  /** The uploaded image. */
  readonly image: { readonly url: string; readonly assetId: string; readonly checksum: string } | null
}

const SITE = 'https://www.reddit.com'
/** The most by which Reddit's clock may be behind ours. */
const CLOCK_SKEW_MS = 120_000
/** Reddit makes a post with an image later, after some minutes at worst. */
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
    const params = {
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
    }
    if (image) {
      // Reddit makes a post with an image later, and returns no id: `find` looks for it among the account's posts.
      await request(session, 'POST', '/api/submit', { schema: Done, params, mutates: true })
      return { externalId: `upload_${image.assetId}`, externalUrl: null, isProcessing: true }
    }
    const { json } = await request(session, 'POST', '/api/submit', { schema: Submission, params, mutates: true })
    return { externalId: json.data.name, externalUrl: json.data.url ?? null }
  },

  /** Compares the account's posts since the intent with what was sent: Reddit has no idempotency keys. */
  async find(session, attempt): Promise<Finding> {
    const content = buildContent(attempt.draft)
    const earliest = attempt.intentAt.getTime() - CLOCK_SKEW_MS
    const path = `/user/${encodeURIComponent(session.identity.username ?? '')}/submitted`
    const pages = { schema: PostListing, params: { sort: 'new', limit: 50 }, pagesMax: PAGES_MAX }
    for await (const { things, isEnd } of listPages(session, path, pages)) {
      for (const { data: post } of things) {
        const { name, permalink, created_utc } = post
        if (created_utc * 1000 < earliest) return describeMissing(session, attempt, content)
        if (isSame(session, content, post) && !(await attempt.belongsToOtherTarget?.(name)))
          return {
            state: 'published',
            post: { externalId: name, externalUrl: permalink ? `${SITE}${permalink}` : null },
          }
      }
      if (isEnd) return describeMissing(session, attempt, content)
    }
    return { state: 'unknown' }
  },

  async unpublish(session, externalId) {
    await request(session, 'POST', '/api/del', { schema: Done, params: { id: externalId } })
  },
}

function describeMissing(
  session: Session,
  { intentAt }: CommittedAttempt<Options, PreparedState>,
  { kind }: Content,
): Finding {
  const isLate = session.now().getTime() - intentAt.getTime() > IMAGE_MS
  return { state: kind === 'image' && !isLate ? 'unknown' : 'absent' }
}

function isSame({ entity }: Session, { kind, title, body, url }: Content, post: Post): boolean {
  return (
    post.subreddit.toLowerCase() === entity.externalId.toLowerCase() &&
    post.title.trim() === title &&
    post.is_self === (kind === 'self') &&
    (kind !== 'self' || post.selftext.trim() === body) &&
    (kind !== 'link' || post.url === url)
  )
}

/** Uploads the image to the place that Reddit leases in its bucket. */
async function upload(session: Session, medium: ReadableMedia): Promise<PreparedState['image']> {
  const params = { filepath: buildFilename(medium, 'image'), mimetype: medium.mime }
  const { args, asset } = await request(session, 'POST', '/api/media/asset.json', { schema: Lease, params })
  const fields = args.fields.map(({ name, value }) => [name, String(value)] as const)
  const key = fields.find(([name]) => name === 'key')?.[1]
  const bucket = `https:${args.action}`
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
  return { url: `${bucket}/${key}`, assetId: String(asset?.asset_id ?? key), checksum: medium.checksum }
}
