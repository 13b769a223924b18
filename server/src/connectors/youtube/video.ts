import type { Static } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import type { Draft, Finding, PublishedPost } from '../publish.ts'
import { buildListSchema, ResourceId } from './api.ts'
import type { Options } from './platform.ts'

const Status = Type.Object({
  uploadStatus: Maybe(Type.String()),
  failureReason: Maybe(Type.String()),
  rejectionReason: Maybe(Type.String()),
})

/** The video of a completed upload. */
export type Video = Static<typeof Video>
export const Video = Type.Object({ id: ResourceId, status: Maybe(Status) })

type Snippet = Static<typeof Snippet>
const Snippet = Type.Object({
  title: Type.String(),
  description: Maybe(Type.String()),
  categoryId: Maybe(Type.String()),
  tags: Maybe(Type.Array(Type.String())),
})

type ListedVideo = Static<typeof ListedVideo>
const ListedVideo = Type.Object({
  id: ResourceId,
  snippet: Type.Object({ ...Snippet.properties, publishedAt: Maybe(Type.String()) }),
  status: Type.Object({ ...Status.properties, privacyStatus: Type.String() }),
})

export const VideoList = buildListSchema(ListedVideo)

const TITLE_MAX = 100
/** People & Blogs, which exists in every country. */
const DEFAULT_CATEGORY = '22'

export function selectTitle({ text, options }: Pick<Draft<Options>, 'text' | 'options'>): string {
  const { title } = options
  if (title !== undefined) return title.trim()
  const [line = ''] = text.trim().split('\n')
  return line.replaceAll(/[<>]/g, '').trim().slice(0, TITLE_MAX).toWellFormed().trim()
}

/** Builds the video as YouTube expects it. Only a private video may have a time to publish. */
export function buildVideo(draft: Pick<Draft<Options>, 'text' | 'options'>) {
  const { options } = draft
  const { publish_at: publishAt, privacy_status = publishAt === undefined ? 'public' : 'private' } = options
  return {
    snippet: {
      title: selectTitle(draft),
      description: draft.text,
      categoryId: options.category_id ?? DEFAULT_CATEGORY,
      ...(options.tags && { tags: options.tags }),
      ...(options.language !== undefined && { defaultLanguage: options.language }),
    },
    status: {
      privacyStatus: privacy_status,
      selfDeclaredMadeForKids: options.made_for_kids ?? false,
      ...(publishAt !== undefined && { publishAt }),
      ...(options.license !== undefined && { license: options.license }),
      ...(options.embeddable !== undefined && { embeddable: options.embeddable }),
      ...(options.contains_synthetic_media !== undefined && {
        containsSyntheticMedia: options.contains_synthetic_media,
      }),
    },
  }
}

/** Returns true if YouTube shows the video that we sent. An app that Google has not audited uploads private videos only. */
export function isSameVideo(sent: ReturnType<typeof buildVideo>, { snippet, status }: ListedVideo): boolean {
  const isSamePrivacy = [sent.status.privacyStatus, 'private'].includes(status.privacyStatus)
  return isSamePrivacy && toComparable(sent.snippet) === toComparable(snippet)
}

function toComparable({ title, description, categoryId, tags }: Snippet): string {
  return [title, description, categoryId, ...(tags ?? []).toSorted()].map(normalize).join('\0')
}

function normalize(text: string | null | undefined): string {
  return (text ?? '').replaceAll('\r\n', '\n').trim()
}

export function readPublished({ id, status }: Video, { is_short: isShort }: Options): PublishedPost {
  return {
    externalId: id,
    externalUrl: `https://www.youtube.com/${isShort ? `shorts/${id}` : `watch?v=${id}`}`,
    ...(status?.uploadStatus !== 'processed' && { isProcessing: true }),
  }
}

const REASONS: Readonly<Record<string, string>> = {
  conversion: 'YouTube could not convert the video.',
  invalidFile: 'The file is not a video that YouTube can read.',
  emptyFile: 'The file is empty.',
  tooSmall: 'The file is too small.',
  codec: 'YouTube does not know the codec of the video.',
  uploadAborted: 'The upload was aborted.',
  copyright: 'YouTube rejected the video because of copyright.',
  inappropriate: 'YouTube rejected the video as inappropriate.',
  duplicate: 'YouTube rejected the video: the channel has it already.',
  termsOfUse: 'YouTube rejected the video because of its terms of use.',
  length: 'The video is longer than the channel may upload.',
}

/** Undefined when the video did not fail. */
export function findFailure({ status }: Video): (Finding & { state: 'failed' }) | undefined {
  const { uploadStatus, failureReason, rejectionReason } = status ?? {}
  if (!uploadStatus || !['failed', 'rejected', 'deleted'].includes(uploadStatus)) return undefined
  const reason = failureReason ?? rejectionReason ?? ''
  const message = REASONS[reason] ?? `YouTube says that the video is ${uploadStatus}${reason && `: ${reason}`}.`
  return { state: 'failed', rule: `youtube.video.${uploadStatus}`, message }
}
