import type { Draft } from '../publish.ts'
import { normalizeText, type StatusSource } from './own-statuses.ts'
import type { Options } from './platform.ts'
import type { Status } from './status.ts'

interface SentStatus {
  readonly draft: Pick<Draft<Options>, 'text' | 'options'>
  readonly mediaIds: readonly string[]
}

/**
 * Compares a status with everything that we sent, as far as servers keep it. Returns undefined when the server does not show the
 * text or the media, and nothing else tells the two apart.
 */
export async function isSame(
  { draft, mediaIds }: SentStatus,
  status: Status,
  readSource: () => Promise<StatusSource | undefined>,
): Promise<boolean | undefined> {
  const { options } = draft
  if (status.in_reply_to_id) return false
  if (!status.media_attachments && mediaIds.length > 0) return undefined
  const shown = (status.media_attachments ?? []).map(({ id }) => String(id))
  if (shown.length !== mediaIds.length) return false
  // The ids of our uploads belong to no other status.
  if (mediaIds.length > 0) return mediaIds.every((id) => shown.includes(id))
  if (!hasSameSettings(options, status)) return false
  const source = await readSource()
  return source && hasSameText(draft.text, options.spoiler_text ?? '', source)
}

/** A server may restrict the visibility, and marks a status with a warning as sensitive; it does not do the opposite. */
function hasSameSettings({ visibility, sensitive, language }: Options, status: Status): boolean {
  const isRestricted = visibility === 'public' && status.visibility === 'unlisted'
  if (visibility !== undefined && status.visibility !== visibility && !isRestricted) return false
  if (sensitive && status.sensitive === false) return false
  return language === undefined || !status.language || toBaseLanguage(language) === toBaseLanguage(status.language)
}

/** Servers write the rest of a language tag in their own way. */
const toBaseLanguage = (language: string) => language.toLowerCase().split('-')[0]

/** Mastodon makes the warning the text of a status that has no text; other servers keep it as a warning. */
function hasSameText(text: string, warning: string, source: StatusSource): boolean {
  if (source.text === normalizeText(text) && source.warning === normalizeText(warning)) return true
  return normalizeText(text) === '' && source.text === normalizeText(warning) && source.warning === ''
}
