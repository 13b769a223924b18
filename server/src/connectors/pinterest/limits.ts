import type { Connector } from '../connector.ts'
import { checkLimits, getMediaKind } from '../limits.ts'
import type { Problem } from '../publish.ts'
import { limits, type Options } from './platform.ts'

export const validate: Connector<Options>['validate'] = (draft) => {
  const problems: Problem[] = checkLimits('pinterest', limits, draft)
  const add = (rule: string, path: Problem['path'], message: string, remediation: string) =>
    problems.push({ rule: `pinterest.${rule}`, path, message, remediation })
  const { media } = draft
  const sizes = new Set(media.filter(({ width }) => width !== null).map(({ width, height }) => `${width} x ${height}`))
  if (sizes.size > 1 && media.every((medium) => getMediaKind(medium) === 'image'))
    add(
      'images.same_size',
      ['media_ids'],
      `The images of one pin must have the same size, not ${[...sizes].join(', ')}.`,
      'Crop the images to one size, or make a pin for each.',
    )
  const { cover_image_url, cover_image_key_frame_time } = draft.options
  const hasCover = cover_image_url !== undefined || cover_image_key_frame_time !== undefined
  if (hasCover && media.length > 0 && media.every((medium) => getMediaKind(medium) === 'image'))
    add('cover.without_video', ['options'], 'Only a video has a cover.', 'Remove the options of the cover.')
  if (cover_image_url !== undefined && cover_image_key_frame_time !== undefined)
    add('cover.both', ['options'], 'A video has one cover.', 'Send either the image or the time of the frame.')
  return problems
}
