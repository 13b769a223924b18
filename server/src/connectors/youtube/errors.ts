import type { GoogleError, GoogleErrors } from '../google/errors.ts'
import { secondsToPacificMidnight } from './pacific-midnight.ts'

const NOT_FOUND: GoogleError = {
  kind: 'invalid',
  rule: 'resource.not_found',
  remediation: 'It may have been deleted on YouTube.',
}

const refused = (rule: string, remediation: string, message?: string): GoogleError => ({
  kind: 'invalid',
  rule,
  remediation,
  ...(message !== undefined && { message }),
})

/** How long YouTube's limit of uploads may still last: it looks at the last 24 hours. */
const UPLOAD_LIMIT_SECONDS = 6 * 3600

/** The reasons of YouTube's errors, with what a call costs that exceeded the quota. */
export function buildErrors(units: number): GoogleErrors {
  const quota: GoogleError = {
    kind: 'rate_limited',
    rule: 'quota.day',
    message: `The app's daily quota at YouTube is used up; this call costs ${units} of it.`,
    remediation:
      'It is counted anew at midnight Pacific time. Ask Google for a higher quota, or connect fewer channels.',
    waitSeconds: secondsToPacificMidnight,
  }
  return { ...ERRORS, quotaExceeded: quota, dailyLimitExceeded: quota }
}

const ERRORS: GoogleErrors = {
  uploadLimitExceeded: {
    kind: 'rate_limited',
    rule: 'upload.limit',
    message: 'The channel has uploaded as many videos as YouTube allows in a day.',
    remediation: 'Wait a day. A verified channel may upload more.',
    waitSeconds: () => UPLOAD_LIMIT_SECONDS,
  },
  uploadRateLimitExceeded: {
    kind: 'rate_limited',
    rule: 'upload.rate',
    message: 'The channel uploads too fast.',
    remediation: 'Wait some minutes.',
    waitSeconds: () => 600,
  },
  youtubeSignupRequired: refused(
    'channel.missing',
    'Create a channel on YouTube first.',
    'This person has no channel.',
  ),
  authenticatedUserAccountClosed: refused('channel.closed', 'Open the channel again on YouTube.'),
  authenticatedUserAccountSuspended: refused('channel.suspended', 'Ask YouTube why the channel is suspended.'),
  videoNotFound: NOT_FOUND,
  commentNotFound: NOT_FOUND,
  commentThreadNotFound: NOT_FOUND,
  parentCommentNotFound: NOT_FOUND,
  channelNotFound: NOT_FOUND,
  playlistNotFound: NOT_FOUND,
  notFound: NOT_FOUND,
  invalidTitle: refused('video.title', 'Change the title: up to 100 characters, without < and >.'),
  invalidDescription: refused('video.text', 'Change the text: up to 5000 bytes, without < and >.'),
  invalidTags: refused('video.tags', 'Remove some tags: up to 500 characters in all.'),
  invalidCategoryId: refused('video.category', 'Use another category_id.'),
  invalidPublishAt: refused('video.publish_at', 'Use a time in the future.'),
  invalidVideoMetadata: refused('video.metadata', 'Check title, category and the other options.'),
  defaultLanguageNotSet: refused('video.language', 'Send the option language.'),
  mediaBodyRequired: refused('video.missing', 'Upload the file again.'),
  invalidFilename: refused('video.file', 'Upload the file again.'),
  commentsDisabled: refused('comments.disabled', 'Allow comments under the video on YouTube.'),
  commentTextTooLong: refused('comment.too_long', 'Shorten the comment.'),
  commentTextRequired: refused('comment.empty', 'Write a comment.'),
  ineligibleAccount: refused('comment.not_allowed', 'Sign in to YouTube and finish the set-up of the channel.'),
  operationNotSupported: refused('comment.not_supported', 'Answer the comment at the top of the thread.'),
  processingFailure: refused('comment.refused', 'Change the comment, or try again later.'),
}
