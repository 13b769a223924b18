import type { Connector } from '../connector.ts'
import { checkLimits, measureLength } from '../limits.ts'
import type { Problem } from '../publish.ts'
import { splitGraphemes } from '../text/graphemes.ts'
import { limits, type Options } from './platform.ts'

export const validate: Connector<Options>['validate'] = (draft) => {
  const problems: Problem[] = checkLimits('threads', limits, draft)
  const add = (rule: string, path: Problem['path'], message: string, remediation: string) =>
    problems.push({ rule: `threads.${rule}`, path, message, remediation })
  const isCounted = draft.text.length <= 2 * limits.text.max
  const counted = isCounted ? countCharacters(draft.text) : 0
  if (problems.length === 0 && counted > limits.text.max)
    add(
      'text.max_counted',
      ['content'],
      `The text counts as ${counted} characters, at most ${limits.text.max} fit.`,
      'Shorten the text: an emoji counts as four or more.',
    )
  const { link_attachment, alt_texts = [] } = draft.options
  if (link_attachment !== undefined && draft.media.length > 0)
    add('link_attachment.with_media', ['options', 'link_attachment'], 'A post with media has no card.', 'Remove one.')
  if (alt_texts.length > draft.media.length)
    add(
      'alt_texts.max_count',
      ['options', 'alt_texts'],
      `There are ${alt_texts.length} alternative texts for ${draft.media.length} media.`,
      'Give one text for each medium, in the same order.',
    )
  return problems
}

/** Threads counts an emoji as its bytes in UTF-8, and other characters as one each. */
function countCharacters(text: string): number {
  let count = 0
  for (const { segment } of splitGraphemes(text))
    count += /\p{Extended_Pictographic}|\p{Regional_Indicator}/u.test(segment)
      ? Buffer.byteLength(segment)
      : measureLength(segment, 'characters')
  return count
}
