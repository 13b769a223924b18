import { userTimeZone } from '../../../components/time/time.ts'
import { toLocal } from '../../../components/time/zoned-time.ts'
import type { Post } from '../../../resources/posts/post-labels.ts'
import type { Draft } from './draft.ts'

const HOUR_MS = 3_600_000

/** Creates an empty draft; the calendar passes `at`, other pages pass `text`. */
export function newDraft(profileId: string, at: string | null, text = ''): Draft {
  const zone = userTimeZone()
  return {
    profileId,
    targets: [],
    content: text,
    firstComment: '',
    media: [],
    isLater: at !== null,
    at: at ?? toLocal(new Date(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + HOUR_MS), zone),
    zone,
  }
}

/** Converts an existing post to a draft, to edit or duplicate it. */
export function toDraft(post: Post): Draft {
  const empty = newDraft(post.profile_id, null)
  return {
    ...empty,
    content: post.content,
    media: post.media_ids.map((id, at) => ({ id, alt: findAltText(post, at) })),
    firstComment: post.first_comment ?? '',
    targets: post.targets.map(({ account_id, content, options }) => ({
      accountId: account_id,
      content: content ?? undefined,
      options: Object.fromEntries(Object.entries(options).filter(([name]) => name !== 'alt_texts')),
    })),
    ...(post.scheduled_at &&
      Date.parse(post.scheduled_at) > Date.now() && { isLater: true, at: toLocal(post.scheduled_at, empty.zone) }),
  }
}

/** Leaves out the accounts that have the post already, so that a copy is sent only to those where it failed. */
export function keepFailedTargets(post: Post): Post {
  return { ...post, targets: post.targets.filter(({ status }) => status === 'failed') }
}

/** Returns the alt text of a media item, from the first account that has one. */
function findAltText({ targets }: Post, at: number): string {
  const texts = targets.map(({ options }) => (Array.isArray(options['alt_texts']) ? options['alt_texts'][at] : ''))
  return texts.find((text): text is string => typeof text === 'string' && text !== '') ?? ''
}
