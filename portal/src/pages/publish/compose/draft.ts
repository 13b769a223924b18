import type { Input } from '../../../api/client.ts'
import { toInstant } from '../../../components/time/zoned-time.ts'
import type { Account, Platform } from '../../../resources/accounts/names.ts'
import type { OptionSchema } from '../../../resources/accounts/option-field.tsx'

export type PostBody = Input<'posts.create'>['body']

export interface DraftMedium {
  readonly id: string
  readonly alt: string
}

export interface DraftTarget {
  readonly accountId: string
  /** Its own text; undefined if it uses the post's. */
  readonly content?: string | undefined
  readonly options: Readonly<Record<string, unknown>>
}

/** A post that is being written. */
export interface Draft {
  readonly profileId: string
  readonly targets: readonly DraftTarget[]
  readonly content: string
  readonly firstComment: string
  readonly media: readonly DraftMedium[]
  readonly isLater: boolean
  /** Local time in the zone. */
  readonly at: string
  readonly zone: string
}

export function getTargetText({ content }: Pick<Draft, 'content'>, target: DraftTarget): string {
  return target.content ?? content
}

export function isEmpty({ content, media, targets }: Draft): boolean {
  return media.length === 0 && content.trim() === '' && targets.every((target) => !target.content?.trim())
}

export interface DraftContext {
  readonly accounts: ReadonlyMap<string, Account>
  readonly platforms: ReadonlyMap<string, Platform>
}

export function findTargetPlatform(
  { accounts, platforms }: DraftContext,
  { accountId }: DraftTarget,
): Platform | undefined {
  return platforms.get(accounts.get(accountId)?.platform ?? '')
}

/** Converts the draft to a request body. */
export function toBody(draft: Draft, known: DraftContext): PostBody {
  const { content, media, firstComment, isLater, at, zone } = draft
  return {
    targets: draft.targets.map((target) => toTargetBody(draft, target, findTargetPlatform(known, target))),
    content,
    ...(media.length > 0 && { media_ids: media.map(({ id }) => id) }),
    ...(firstComment.trim() && { first_comment: firstComment }),
    ...(isLater && at && { scheduled_at: toInstant(at, zone) }),
  }
}

function toTargetBody(
  { media, firstComment }: Draft,
  { accountId, content, options: chosen }: DraftTarget,
  platform: Platform | undefined,
): PostBody['targets'][number] {
  const options = { ...(media.some(({ alt }) => alt) && buildAltOptions(media, platform)), ...chosen }
  const cannotComment = platform && !platform.capabilities.includes('comments.on_post')
  return {
    account_id: accountId,
    ...(content !== undefined && { content }),
    ...(Object.keys(options).length > 0 && { options }),
    ...(firstComment.trim() && cannotComment && { first_comment: '' }),
  }
}

/** Adds alt texts to the options of platforms that support them. */
function buildAltOptions(media: readonly DraftMedium[], platform: Platform | undefined): Record<string, unknown> {
  const names = Object.keys(readSchemaProperties(platform?.options_schema))
  if (names.includes('alt_texts')) return { alt_texts: media.map(({ alt }) => alt) }
  return names.includes('alt_text') && media[0]?.alt ? { alt_text: media[0].alt } : {}
}

export function readSchemaProperties(
  schema: Readonly<Record<string, unknown>> | undefined,
): Record<string, OptionSchema> {
  return (schema?.['properties'] ?? {}) as Record<string, OptionSchema>
}
