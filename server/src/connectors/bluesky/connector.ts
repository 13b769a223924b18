import { Type } from 'typebox'
import { OneOf } from '../../kit/declare/schema.ts'
import type { Connector } from '../connector.ts'
import { checkLimits, type Limits, lengthOf } from '../limits.ts'
import type { Problem } from '../publish.ts'
import { auth, checkHealth } from './auth.ts'
import { comments } from './comments.ts'
import { metrics } from './metrics.ts'
import { publish } from './publish.ts'

const TEXT_BYTES_MAX = 3000

const limits: Limits = {
  text: { max: 300, unit: 'graphemes' },
  allowsTextOnly: true,
  mediaMax: 4,
  image: { countMax: 4, bytesMax: 2_000_000, mimes: ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] },
  video: { countMax: 1, bytesMax: 300_000_000, mimes: ['video/mp4'] },
  allowsMixedMedia: false,
}

const validate: Connector['validate'] = (draft, { metadata }) => {
  const uploadMax = Number(metadata['blob_bytes_max'] ?? Number.POSITIVE_INFINITY)
  const image = limits.image && { ...limits.image, bytesMax: Math.min(limits.image.bytesMax, uploadMax) }
  const problems: Problem[] = checkLimits('bluesky', { ...limits, image }, draft)
  const bytes = lengthOf(draft.text, 'bytes')
  if (bytes > TEXT_BYTES_MAX)
    problems.push({
      rule: 'bluesky.text.max_bytes',
      path: ['content'],
      message: `The text has ${bytes} bytes, at most ${TEXT_BYTES_MAX} fit.`,
      remediation: 'Shorten the text.',
    })
  const altTexts = (draft.options['alt_texts'] as string[] | undefined) ?? []
  if (altTexts.length > draft.media.length)
    problems.push({
      rule: 'bluesky.alt_texts.max_count',
      path: ['options', 'alt_texts'],
      message: `There are ${altTexts.length} alternative texts for ${draft.media.length} media.`,
      remediation: 'Give one text for each medium, in the same order.',
    })
  return problems
}

export const bluesky: Connector = {
  id: 'bluesky',
  label: 'Bluesky',
  version: 'app.bsky 2026-11',
  limits,
  options: Type.Object(
    {
      alt_texts: Type.Optional(
        Type.Array(Type.String({ maxLength: 2000 }), {
          maxItems: 4,
          description: 'Descriptions of the media, one for each, in the same order.',
        }),
      ),
      langs: Type.Optional(
        Type.Array(Type.String({ pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$' }), {
          maxItems: 3,
          description: 'The languages of the text, such as en or pt-BR.',
        }),
      ),
      tags: Type.Optional(
        Type.Array(Type.String({ minLength: 1, maxLength: 64, pattern: '^[^#\\s]+$' }), {
          maxItems: 8,
          description: 'More tags, besides those in the text; without #.',
        }),
      ),
      labels: Type.Optional(
        Type.Array(OneOf(['porn', 'sexual', 'nudity', 'graphic-media']), {
          maxItems: 4,
          uniqueItems: true,
          description: 'Content warnings that the author puts on the post.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  messageWindowHours: null,
  settings: { url: 'BLUESKY_URL', plcUrl: 'BLUESKY_PLC_URL', videoUrl: 'BLUESKY_VIDEO_URL' },
  needs: [],
  auth,
  checkHealth,
  validate,
  publish,
  comments,
  metrics,
}
