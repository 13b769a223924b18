import { createPlatformErrors, type KnownError, refuse } from '../api/known-errors.ts'
import type { GraphErrors } from '../meta/errors.ts'
import { instagram } from './platform.ts'

export const { createError } = createPlatformErrors(instagram)

const retry = (rule: string, message: string): KnownError => ({ kind: 'unavailable', rule, message })
const prepareAgain = (rule: string, message: string): KnownError => ({ ...retry(rule, message), isStale: true })
const RATIO = refuse(
  'image.ratio',
  'Instagram does not accept the proportions of this image.',
  'Crop the image: from 4:5 to 1.91:1.',
)
const GONE = prepareAgain('container.expired', 'Instagram no longer has the prepared media.')
const FETCH = refuse(
  'media.fetch',
  'Instagram could not fetch the media.',
  'Make this server reachable from the internet (QUOIN_PUBLIC_URL), then retry.',
)
const WINDOW = refuse(
  'message.window_closed',
  'The person last wrote more than 24 hours ago.',
  'Wait until the person writes again.',
)
const AWAY = refuse(
  'message.person_unavailable',
  'This person cannot get messages from the account.',
  'Check the person.',
)

/**
 * Errors of Instagram; the common ones of the Graph API are in `meta/errors.ts`.
 * https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/error-codes
 */
export const errors: GraphErrors = {
  '36001': refuse('image.size', 'Instagram does not accept the size of this image.', 'Use a smaller image.'),
  '36003': RATIO,
  '*/2207001': retry('server.error', 'Instagram had an error.'),
  '*/2207003': prepareAgain('media.timeout', 'Instagram could not fetch the media in time.'),
  '*/2207004': refuse('image.max_bytes', 'The image is too large.', 'Use an image of at most 8 MB.'),
  '*/2207005': refuse('image.format', 'Instagram does not accept the format of this image.', 'Use a JPEG.'),
  '*/2207006': prepareAgain('container.missing', 'Instagram does not know the prepared media.'),
  '*/2207008': GONE,
  '*/2207009': RATIO,
  '*/2207010': refuse(
    'text.max_characters',
    'The caption is too long.',
    'Use at most 2200 characters and 30 hashtags.',
  ),
  '*/2207020': GONE,
  '*/2207023': refuse('media.type', 'Instagram does not know this type of media.', 'Use JPEG, MP4 or MOV.'),
  '*/2207026': refuse(
    'video.format',
    'Instagram does not accept the format of this video.',
    'Use MP4 or MOV with H.264.',
  ),
  '*/2207027': retry('container.processing', 'Instagram is not done with the media yet.'),
  '*/2207028': refuse('carousel.items', 'Instagram does not accept this carousel.', 'Use 2 to 10 images and videos.'),
  '*/2207032': prepareAgain('container.failed', 'Instagram could not take the media.'),
  '*/2207042': {
    kind: 'rate_limited',
    rule: 'rate.posts',
    message: 'The account has published as much as Instagram allows in 24 hours.',
    retryAfterSeconds: 3600,
  },
  '*/2207050': refuse(
    'account.restricted',
    'Instagram has restricted the account.',
    'Open the Instagram app and follow it.',
  ),
  // Instagram was seen to send it after it had published the post.
  '*/2207051': {
    kind: 'transient',
    rule: 'account.blocked',
    message: 'Instagram has blocked this action as possible spam.',
    remediation: 'Look at the account on Instagram. Publish less often.',
  },
  '*/2207052': FETCH,
  '*/2207053': prepareAgain('media.upload', 'Instagram could not take the media.'),
  '*/2207057': refuse(
    'video.thumbnail',
    'The offset of the thumbnail is after the end of the video.',
    'Change the offset.',
  ),
  '*/2207077': FETCH,
  '*/2207081': refuse('account.trial_reels', 'The account cannot publish trial reels.', 'Publish a reel.'),
  '*/2207082': prepareAgain('media.upload', 'Instagram could not take the media.'),
  '*/2018001': AWAY,
  '*/2018108': AWAY,
  '*/2018278': WINDOW,
  '*/2534022': WINDOW,
  '*/2534014': AWAY,
  '*/2108006': refuse('insights.unavailable', 'Instagram has no insights of this post.', 'Wait for more viewers.'),
}
