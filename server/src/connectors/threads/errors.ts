import { type KnownError, refuse } from '../api/known-errors.ts'
import type { GraphErrors } from '../meta/errors.ts'
import { PlatformError } from '../platform-error.ts'

const RESTRICTED = refuse(
  'account.restricted',
  'Threads restricts what the account may do.',
  'Open Threads with the account and follow what it says.',
)
const UNREACHABLE: KnownError = {
  kind: 'unavailable',
  rule: 'media.unreachable',
  message: 'Threads could not fetch the media.',
  remediation: "This server's public address (QUOIN_PUBLIC_URL) must be reachable from the internet.",
}
const EXPIRED: KnownError = {
  kind: 'unavailable',
  rule: 'container.expired',
  message: 'What was prepared for the post has expired.',
  isStale: true,
}

/** Error codes of containers, which Threads shares with Instagram. */
export const errors: GraphErrors = {
  '-2/2207003': UNREACHABLE,
  '9004/2207052': UNREACHABLE,
  '-2/2207020': EXPIRED,
  '24/2207006': EXPIRED,
  '24/2207008': EXPIRED,
  '9007/2207027': {
    kind: 'unavailable',
    rule: 'container.processing',
    message: 'Threads is still processing the media.',
  },
  '9/2207042': {
    kind: 'rate_limited',
    rule: 'account.daily_posts',
    message: 'The account has reached its number of posts for 24 hours.',
    retryAfterSeconds: 3600,
  },
  '4/2207051': RESTRICTED,
  '25/2207050': RESTRICTED,
  '1/4279013': RESTRICTED,
  '352/2207026': refuse(
    'media.video_format',
    'Threads does not accept the format of the video.',
    'Convert it to MP4 with H.264.',
  ),
  '36000/2207004': refuse('media.image_size', 'The image is too large.', 'Use an image of up to 8 MB.'),
  '36001/2207005': refuse('media.image_format', 'Threads does not accept the format of the image.', 'Use JPEG or PNG.'),
  '36003/2207009': refuse('media.image_ratio', 'Threads does not accept the shape of the image.', 'Crop the image.'),
}

/** Reasons why a container could not be processed: https://developers.facebook.com/documentation/threads/troubleshooting */
const CONTAINER_ERRORS: Readonly<Record<string, string>> = {
  FAILED_DOWNLOADING_VIDEO: 'Threads could not fetch the video. QUOIN_PUBLIC_URL must be reachable from the internet.',
  FAILED_PROCESSING_AUDIO: 'Threads could not read the sound of the video. Use AAC with one or two channels.',
  FAILED_PROCESSING_VIDEO: 'Threads could not read the video. Use MP4 with H.264.',
  INVALID_ASPEC_RATIO: 'Threads does not accept the shape of the video.',
  INVALID_BIT_RATE: 'Threads does not accept the bit rate of the video: up to 100 Mbit/s are allowed.',
  INVALID_DURATION: 'Threads does not accept the length of the video: up to five minutes are allowed.',
  INVALID_FRAME_RATE: 'Threads does not accept the frame rate of the video: 23 to 60 frames a second are allowed.',
  INVALID_AUDIO_CHANNELS: 'Threads does not accept the sound of the video. Use one or two channels.',
  INVALID_AUDIO_CHANNEL_LAYOUT: 'Threads does not accept the sound of the video. Use one or two channels.',
}

export function describeContainerError(reason: string): { readonly rule: string; readonly message: string } {
  return {
    rule: `threads.container.${reason.toLowerCase().replaceAll(/\W/g, '_') || 'failed'}`,
    message: CONTAINER_ERRORS[reason] ?? `Threads could not process the media: ${reason || 'no reason was given'}.`,
  }
}

export function createContainerError(reason: string): PlatformError {
  const { rule, message } = describeContainerError(reason)
  return new PlatformError('invalid', message, { rule, remediation: 'Convert the file, then retry.' })
}
