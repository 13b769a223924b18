import type { Item } from '../../../../api/client.ts'
import type { Tone } from '../../../../components/tone.ts'

export const TEMPLATE_TONES: Readonly<Record<Item<'templates.list'>['status'], Tone>> = {
  pending: 'info',
  approved: 'good',
  rejected: 'bad',
  paused: 'warn',
  disabled: 'bad',
  in_appeal: 'info',
  deleted: 'quiet',
}
