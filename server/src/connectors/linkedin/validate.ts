import type { Connector } from '../connector.ts'
import { checkLimits } from '../limits.ts'
import type { Problem } from '../publish.ts'
import { limits, type Options } from './platform.ts'

export const validate: Connector<Options>['validate'] = (draft, { kind }) => {
  const { visibility = 'public', article, alt_texts = [] } = draft.options
  const problems: Problem[] = checkLimits('linkedin', limits, draft)
  const add = (rule: string, path: Problem['path'], message: string, remediation: string) =>
    problems.push({ rule: `linkedin.${rule}`, path, message, remediation })
  if (kind === 'organization' && visibility !== 'public')
    add('visibility.organization', ['options', 'visibility'], 'Posts of organizations are public.', 'Leave it out.')
  const [medium] = draft.media
  if (article && (draft.media.length > 1 || (medium && !medium.mime.startsWith('image/'))))
    add(
      'article.media',
      ['options', 'article'],
      'A post with an article has at most one image, which becomes the picture of the link.',
      'Leave out the article or the media.',
    )
  if (alt_texts.length > draft.media.length)
    add(
      'alt_texts.max_count',
      ['options', 'alt_texts'],
      `There are ${alt_texts.length} alternative texts for ${draft.media.length} media.`,
      'Give one text for each image, in the same order.',
    )
  return problems
}
