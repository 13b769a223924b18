import { createPlatformErrors, refuse, relayRefusal } from '../api/known-errors.ts'
import type { GoogleErrors } from '../google/errors.ts'
import { youtube } from './platform.ts'

export const { hasRule } = createPlatformErrors(youtube)

const NOT_FOUND = relayRefusal('resource.not_found', 'It may have been deleted on YouTube.')

/** The wait at YouTube's limit of uploads, which counts those of the last 24 hours. */
const UPLOAD_LIMIT_SECONDS = 6 * 3600

/** Builds the table of errors of a call that costs this many units of the quota. */
export function buildErrors(units: number): GoogleErrors {
  const quota = {
    kind: 'rate_limited',
    rule: 'quota.day',
    message: `The app's daily quota at YouTube is used up; this call costs ${units} of it.`,
    remediation: 'The quota resets at midnight Pacific time. Ask Google for a higher quota, or connect fewer channels.',
    waitSeconds: countSecondsToPacificMidnight,
  } as const
  return { ...ERRORS, quotaExceeded: quota, dailyLimitExceeded: quota }
}

const ERRORS: GoogleErrors = {
  uploadLimitExceeded: {
    kind: 'rate_limited',
    rule: 'upload.limit',
    message: 'The channel has uploaded as many videos as YouTube allows in a day.',
    remediation: 'Wait a day. A verified channel may upload more.',
    retryAfterSeconds: UPLOAD_LIMIT_SECONDS,
  },
  uploadRateLimitExceeded: {
    kind: 'rate_limited',
    rule: 'upload.rate',
    message: 'The channel uploads too fast.',
    remediation: 'Wait some minutes.',
    retryAfterSeconds: 600,
  },
  youtubeSignupRequired: refuse('channel.missing', 'This person has no channel.', 'Create a channel on YouTube first.'),
  authenticatedUserAccountClosed: relayRefusal('channel.closed', 'Open the channel again on YouTube.'),
  authenticatedUserAccountSuspended: relayRefusal('channel.suspended', 'Ask YouTube why the channel is suspended.'),
  videoNotFound: NOT_FOUND,
  commentNotFound: NOT_FOUND,
  commentThreadNotFound: NOT_FOUND,
  parentCommentNotFound: NOT_FOUND,
  channelNotFound: NOT_FOUND,
  playlistNotFound: NOT_FOUND,
  notFound: NOT_FOUND,
  invalidTitle: relayRefusal('video.title', 'Change the title: up to 100 characters, without < and >.'),
  invalidDescription: relayRefusal('video.text', 'Change the text: up to 5000 bytes, without < and >.'),
  invalidTags: relayRefusal('video.tags', 'Remove some tags: up to 500 characters in all.'),
  invalidCategoryId: relayRefusal('video.category', 'Use another category_id.'),
  invalidPublishAt: relayRefusal('video.publish_at', 'Use a time in the future.'),
  invalidVideoMetadata: relayRefusal('video.metadata', 'Check title, category and the other options.'),
  defaultLanguageNotSet: relayRefusal('video.language', 'Send the option language.'),
  mediaBodyRequired: relayRefusal('video.missing', 'Upload the file again.'),
  invalidFilename: relayRefusal('video.file', 'Upload the file again.'),
  commentsDisabled: relayRefusal('comments.disabled', 'Allow comments under the video on YouTube.'),
  commentTextTooLong: relayRefusal('comment.too_long', 'Shorten the comment.'),
  commentTextRequired: relayRefusal('comment.empty', 'Write a comment.'),
  ineligibleAccount: relayRefusal('comment.not_allowed', 'Sign in to YouTube and finish the set-up of the channel.'),
  operationNotSupported: relayRefusal('comment.not_supported', 'Answer the comment at the top of the thread.'),
  processingFailure: relayRefusal('comment.refused', 'Change the comment, or try again later.'),
}

const pacificClock = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Los_Angeles',
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
})

/** Returns the time until midnight in Los Angeles, when Google resets daily quotas. A day there may have 23 or 25 hours. */
export function countSecondsToPacificMidnight(now: Date): number {
  const { year, month, day } = toPacificParts(now)
  // Summer time is seven hours behind UTC and winter time eight. It changes at two at night, so midnight is never ambiguous.
  const summer = new Date(Date.UTC(year, month - 1, day + 1, 7))
  const winter = new Date(Date.UTC(year, month - 1, day + 1, 8))
  const midnight = toPacificParts(summer).hour === 0 ? summer : winter
  return Math.ceil((midnight.getTime() - now.getTime()) / 1000)
}

function toPacificParts(moment: Date) {
  const parts = Object.fromEntries(pacificClock.formatToParts(moment).map(({ type, value }) => [type, Number(value)]))
  return { year: parts['year'] ?? 0, month: parts['month'] ?? 0, day: parts['day'] ?? 0, hour: parts['hour'] ?? 0 }
}
