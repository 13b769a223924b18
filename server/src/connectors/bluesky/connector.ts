import { type Connector, defineConnector } from '../connector.ts'
import { checkLimits, measureLength } from '../limits.ts'
import type { Problem } from '../publish.ts'
import { auth, checkHealth } from './auth.ts'
import { comments } from './comments.ts'
import { metrics } from './metrics.ts'
import { bluesky, limits, type Options } from './platform.ts'
import { publish } from './publish.ts'

const TEXT_BYTES_MAX = 3000

const validate: Connector<Options>['validate'] = (draft, { metadata }) => {
  const uploadMax = Number(metadata['blob_bytes_max'] ?? Number.POSITIVE_INFINITY)
  const image = limits.image && { ...limits.image, bytesMax: Math.min(limits.image.bytesMax, uploadMax) }
  const problems: Problem[] = checkLimits('bluesky', { ...limits, image }, draft)
  const bytes = measureLength(draft.text, 'bytes')
  if (bytes > TEXT_BYTES_MAX)
    problems.push({
      rule: 'bluesky.text.max_bytes',
      path: ['content'],
      message: `The text has ${bytes} bytes, at most ${TEXT_BYTES_MAX} fit.`,
      remediation: 'Shorten the text.',
    })
  const altTexts = draft.options.alt_texts ?? []
  if (altTexts.length > draft.media.length)
    problems.push({
      rule: 'bluesky.alt_texts.max_count',
      path: ['options', 'alt_texts'],
      message: `There are ${altTexts.length} alternative texts for ${draft.media.length} media.`,
      remediation: 'Give one text for each medium, in the same order.',
    })
  return problems
}

export const connector = defineConnector({
  platform: bluesky,
  auth,
  checkHealth,
  validate,
  publish,
  comments,
  metrics,
})
