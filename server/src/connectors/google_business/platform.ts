import type { Static } from 'typebox'
import { StringEnum } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { clientApp, type PlatformFacts } from '../platform.ts'

/** The version of the old API, which still has posts and reviews. Everything else has moved to newer APIs. */
export const API_VERSION = 'v4'
const NEW_API_VERSION = 'v1'

export const API = {
  posts: `https://mybusiness.googleapis.com/${API_VERSION}`,
  accounts: `https://mybusinessaccountmanagement.googleapis.com/${NEW_API_VERSION}`,
  locations: `https://mybusinessbusinessinformation.googleapis.com/${NEW_API_VERSION}`,
  performance: `https://businessprofileperformance.googleapis.com/${NEW_API_VERSION}`,
}

/** Google's names of the buttons of a post, by our names. */
export const ACTIONS = {
  book: 'BOOK',
  order: 'ORDER',
  shop: 'SHOP',
  learn_more: 'LEARN_MORE',
  sign_up: 'SIGN_UP',
  call: 'CALL',
} as const

const day = (description: string) =>
  Type.Optional(Type.String({ pattern: '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$', description }))
const time = (description: string) =>
  Type.Optional(Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', description }))
const link = (description: string) => Type.Optional(Type.String({ format: 'uri', maxLength: 2048, description }))

const options = Type.Object(
  {
    kind: Type.Optional(
      StringEnum(['update', 'event', 'offer'], { description: 'What the post is; `update` when absent.' }),
    ),
    title: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 300,
        description: 'The title of an event or an offer; the first line of the text when absent.',
      }),
    ),
    start_date: day('The first day of an event or an offer, which needs one, in the days of the location.'),
    start_time: time('When it starts on that day, in the time of the location; 00:00 when absent.'),
    end_date: day('The last day of an event or an offer; the first day when absent.'),
    end_time: time('When it ends on that day; 23:59 when absent.'),
    call_to_action: Type.Optional(
      StringEnum(Object.keys(ACTIONS) as (keyof typeof ACTIONS)[], {
        description: 'A button under an update or an event. `call` calls the number of the location.',
      }),
    ),
    call_to_action_url: link('Where the button leads; not for `call`.'),
    coupon_code: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'The code of an offer.' })),
    redeem_url: link('Where an offer is redeemed online.'),
    terms: Type.Optional(Type.String({ minLength: 1, maxLength: 5000, description: 'The terms of an offer.' })),
    language: Type.Optional(
      Type.String({
        pattern: '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$',
        maxLength: 35,
        description: 'The language of the post, BCP 47, such as en-US; that of the location when absent.',
      }),
    ),
  },
  { additionalProperties: false },
)

/** The options of a post. */
export type Options = Static<typeof options>

export const googleBusiness: PlatformFacts = {
  id: 'google_business',
  label: 'Google Business Profile',
  version: API_VERSION,
  testedAgainst: ['published_description', 'fake'],
  limits: {
    text: { max: 1500, unit: 'characters' },
    allowsTextOnly: true,
    mediaMax: 1,
    image: { countMax: 1, bytesMin: 10_240, bytesMax: 5_000_000, sideMin: 250, mimes: ['image/jpeg', 'image/png'] },
    video: null,
    allowsMixedMedia: false,
  },
  options,
  messageWindowHours: null,
  // All locations of the app share 300 requests a minute. Single posts have no metrics.
  pollSeconds: { reviews: 300, post_metrics: 86_400 },
  settings: {},
  app: clientApp('GOOGLE'),
  auth: {
    methods: ['oauth'],
    scopes: [
      'openid',
      'https://www.googleapis.com/auth/userinfo.email',
      'https://www.googleapis.com/auth/userinfo.profile',
      'https://www.googleapis.com/auth/business.manage',
    ],
    selection: 'asked',
  },
  capabilities: ['publish', 'unpublish', 'reconcile', 'reviews', 'reviews.delete_reply', 'metrics'],
  metrics: { account: ['impressions', 'clicks', 'engagements'], post: [] },
}
