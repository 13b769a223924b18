import type { Body } from '../google/api.ts'
import type { Draft, Finding, PublishedPost } from '../publish.ts'
import type { Options } from './platform.ts'

const TITLE_MAX = 100
/** People & Blogs, which exists in every country. */
const USUAL_CATEGORY = '22'

export function selectTitle({ text, options }: Pick<Draft<Options>, 'text' | 'options'>): string {
  const { title } = options
  if (title !== undefined) return title.trim()
  const [line = ''] = text.trim().split('\n')
  return line.replaceAll(/[<>]/g, '').trim().slice(0, TITLE_MAX).toWellFormed().trim()
}

/** The video in YouTube's words. A time to publish is allowed for a private video only. */
export function buildVideo(draft: Pick<Draft<Options>, 'text' | 'options'>) {
  const given = draft.options
  const { publish_at: publishAt, privacy_status = publishAt === undefined ? 'public' : 'private' } = given
  return {
    snippet: {
      title: selectTitle(draft),
      description: draft.text,
      categoryId: given.category_id ?? USUAL_CATEGORY,
      ...(given.tags && { tags: given.tags }),
      ...(given.language !== undefined && { defaultLanguage: given.language }),
    },
    status: {
      privacyStatus: privacy_status,
      selfDeclaredMadeForKids: given.made_for_kids ?? false,
      ...(publishAt !== undefined && { publishAt }),
      ...(given.license !== undefined && { license: given.license }),
      ...(given.embeddable !== undefined && { embeddable: given.embeddable }),
      ...(given.contains_synthetic_media !== undefined && { containsSyntheticMedia: given.contains_synthetic_media }),
    },
  }
}

const comparable = (one: Body): string[] => [
  trimmed(one?.title),
  trimmed(one?.description),
  String(one?.categoryId),
  ...(one?.tags ?? []).map(trimmed).toSorted(),
]

/** Whether YouTube shows the video that we sent. Projects that Google has not audited upload private videos only. */
export function isSameVideo(sent: ReturnType<typeof buildVideo>, { snippet, status }: Body): boolean {
  const isSamePrivacy = [sent.status.privacyStatus, 'private'].includes(status?.privacyStatus)
  return isSamePrivacy && comparable(sent.snippet).join('\0') === comparable(snippet).join('\0')
}

function trimmed(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll('\r\n', '\n').trim() : ''
}

export function readPublished({ id, status }: Body, { is_short: isShort }: Options): PublishedPost {
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

/** How the video ended; undefined when it did not fail. */
export function findFailure({ status }: Body): (Finding & { state: 'failed' }) | undefined {
  const { uploadStatus, failureReason, rejectionReason } = status ?? {}
  if (!['failed', 'rejected', 'deleted'].includes(uploadStatus)) return undefined
  const reason = failureReason ?? rejectionReason ?? ''
  const message = REASONS[reason] ?? `YouTube says that the video is ${uploadStatus}${reason && `: ${reason}`}.`
  return { state: 'failed', rule: `youtube.video.${uploadStatus}`, message }
}
