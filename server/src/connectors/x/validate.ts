import type { Connector } from '../connector.ts'
import { checkLimits, isFarTooLong, measureLength } from '../limits.ts'
import type { Problem } from '../publish.ts'
import { limits, type Options } from './platform.ts'

export const validate: Connector<Options>['validate'] = (draft, { metadata }) => {
  const { thread = [], alt_texts = [] } = draft.options
  const max = typeof metadata['text_max'] === 'number' ? metadata['text_max'] : limits.text.max
  const text = { max, unit: limits.text.unit }
  const problems: Problem[] = checkLimits('x', { ...limits, text }, draft)
  const add = (rule: string, path: Problem['path'], message: string, remediation: string) =>
    problems.push({ rule: `x.${rule}`, path, message, remediation })
  thread.forEach((part, index) => {
    if (isFarTooLong(part, text) || measureLength(part, text.unit, max) > max)
      add(
        'text.max_weighted',
        ['options', 'thread', index],
        `At most ${max} weighted characters fit.`,
        'Shorten the text.',
      )
    if (part.trim() === '') add('post.empty', ['options', 'thread', index], 'The post has no text.', 'Leave it out.')
  })
  const texts = [draft.text, ...thread].map((one) => one.trim())
  if (draft.media.length === 0 && new Set(texts).size < texts.length)
    add('thread.duplicate', ['options', 'thread'], 'X refuses the same text twice.', 'Make each text different.')
  if (draft.media.length > 1 && draft.media.some(({ mime }) => mime === 'image/gif'))
    add('gif.alone', ['media_ids'], 'A GIF is the only medium of its post.', 'Remove the other media.')
  if (alt_texts.length > draft.media.length)
    add(
      'alt_texts.max_count',
      ['options', 'alt_texts'],
      `There are ${alt_texts.length} alternative texts for ${draft.media.length} media.`,
      'Give one text for each image, in the same order.',
    )
  return problems
}
