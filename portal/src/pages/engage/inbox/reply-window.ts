import { formatNumber } from '../../../components/time/time.ts'
import { useNow } from '../../../components/time/use-now.ts'
import type { Platform } from '../../../resources/accounts/names.ts'
import type { Conversation } from './conversations.ts'

export interface ReplyWindow {
  /** True while free text may be sent. */
  readonly isOpen: boolean
  /** The rule as text; undefined if the platform has none. */
  readonly text: string | undefined
}

const HALF_A_MINUTE = 30_000

/** Determines until when the platform accepts replies. */
export function useReplyWindow(conversation: Conversation, platform: Platform | undefined): ReplyWindow {
  const { window_open, window_expires_at: until } = conversation
  const now = useNow(HALF_A_MINUTE, until !== null)
  if (until === null && window_open) return { isOpen: true, text: undefined }
  const hasTemplates = platform?.capabilities.includes('messages.template') ?? false
  const leftMs = until === null ? 0 : Date.parse(until) - now
  if (window_open && leftMs > 0) {
    const then = hasTemplates ? 'after that, only templates' : 'after that, once they write again'
    return { isOpen: true, text: `You can reply for ${formatDuration(leftMs)}; ${then}.` }
  }
  const rule = `${platform?.label ?? 'The platform'} only accepts replies within ${platform?.message_window_hours ?? 24} hours of their last message.`
  const remedy = hasTemplates ? 'Send a template, or wait until they write again.' : 'Wait until they write again.'
  return { isOpen: false, text: `${rule} ${remedy}` }
}

/** Formats a duration in the user's locale: `3 hrs 12 mins`. */
export function formatDuration(ms: number): string {
  const minutes = Math.max(1, Math.floor(ms / 60_000))
  const parts: [number, string][] = [
    [Math.floor(minutes / 1440), 'day'],
    [Math.floor(minutes / 60) % 24, 'hour'],
    [minutes % 60, 'minute'],
  ]
  return parts
    .filter(([value]) => value > 0)
    .slice(0, 2)
    .map(([value, unit]) => formatNumber(value, { style: 'unit', unit, unitDisplay: 'short' }))
    .join(' ')
}
