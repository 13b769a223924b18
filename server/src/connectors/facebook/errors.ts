import { createPlatformErrors, refuse } from '../api/known-errors.ts'
import type { GraphErrors } from '../meta/errors.ts'
import { facebook } from './platform.ts'

export const { hasRule } = createPlatformErrors(facebook)

const PHOTO = refuse('photo.format', 'Facebook cannot read this photo.', 'Use a JPEG or PNG of less than 4 MB.')
const POLICY = refuse('content.policy', 'Facebook refuses the content by its rules.', 'Change the content.')
const WINDOW = refuse(
  'message.window_closed',
  'The person last wrote more than 24 hours ago.',
  'Wait until the person writes again.',
)
const PERSON_AWAY = refuse(
  'message.person_unavailable',
  'This person cannot get messages from the page.',
  'They may have blocked the page or deleted their account.',
)

/**
 * Errors of publishing and of Messenger; the common ones of the Graph API are in `meta/errors.ts`. Facebook sends most of these subcodes
 * with several codes, so the subcode alone decides.
 */
export const errors: GraphErrors = {
  '12': refuse('api.withdrawn', 'Facebook has withdrawn this part of its API.', 'See the guide to Facebook.'),
  '352': refuse('video.format', 'Facebook cannot read this video.', 'Use an MP4 or MOV file.'),
  '551': PERSON_AWAY,
  '*/490': {
    kind: 'auth',
    rule: 'token.checkpoint',
    message: 'Facebook wants the person to log in and confirm their account.',
    remediation: 'Log in at facebook.com, then connect the account again.',
  },
  '*/1346003': POLICY,
  '*/1349125': refuse('content.format', 'Facebook refuses the format of the content.', 'Change the content.'),
  '*/1363047': { kind: 'transient', rule: 'graph.service_down', message: 'Facebook is temporarily unavailable.' },
  '*/1366046': PHOTO,
  '*/1366051': refuse('photo.duplicate', 'These photos were already posted.', 'Use other photos.'),
  '*/1390008': {
    kind: 'rate_limited',
    rule: 'rate.posts',
    message: 'The page posts too fast.',
    retryAfterSeconds: 1800,
  },
  '*/1404006': refuse('account.check', 'Facebook wants a security check first.', 'Log in at facebook.com.'),
  '*/1404078': refuse(
    'page.unauthorized',
    'The page needs a publishing authorization.',
    'Complete the Page Publishing Authorization on Facebook.',
  ),
  '*/1404102': POLICY,
  '*/1404112': refuse(
    'account.limited',
    'Facebook has limited the account for a few days.',
    'Look at the account quality page of Meta Business Suite.',
  ),
  '*/1545041': PERSON_AWAY,
  '*/1609005': refuse('link.unreadable', 'Facebook could not read the link.', 'Check the address of the link.'),
  '*/1609008': refuse('link.internal', 'Facebook refuses links to itself.', 'Use another link.'),
  '*/1609010': { kind: 'transient', rule: 'graph.service_down', message: 'Facebook is temporarily unavailable.' },
  '*/2018001': PERSON_AWAY,
  '*/2018065': WINDOW,
  '*/2018108': PERSON_AWAY,
  '*/2018278': WINDOW,
  '*/2061006': refuse('link.invalid', 'Facebook cannot use this link.', 'Check the address of the link.'),
  '*/2069019': PHOTO,
  '*/4854002': refuse(
    'account.identity',
    'Facebook wants the person to confirm their identity before they publish as this page.',
    'Open the Facebook app and follow its instructions.',
  ),
}
