import { Progress } from '@mantine/core'
import { useRead } from '../../../api/hooks.ts'
import { formatBytes } from './media-labels.ts'
import * as css from './media-usage.module.css'

/** Shows the storage used by the workspace. */
export function MediaUsage() {
  const { data, error } = useRead('media.usage')
  if (error) return null
  const { bytes_used: used = 0, bytes_max: most = 1 } = data ?? {}
  return (
    <div className={css.usage}>
      <span>{data ? `${formatBytes(used)} of ${formatBytes(most)} used` : '\u00a0'}</span>
      <Progress
        value={(100 * used) / most}
        size={6}
        aria-label="Storage used"
        color={used > 0.9 * most ? 'red.9' : 'copper.7'}
      />
    </div>
  )
}
