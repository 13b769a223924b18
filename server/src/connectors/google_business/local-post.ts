import type { Static } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import type { Draft } from '../publish.ts'
import type { Json, SessionEntity } from '../session.ts'
import { ACTIONS, type Options } from './platform.ts'

const MaybeDate = Maybe(
  Type.Object({ year: Maybe(Type.Integer()), month: Maybe(Type.Integer()), day: Maybe(Type.Integer()) }),
)
const MaybeTime = Maybe(Type.Object({ hours: Maybe(Type.Integer()), minutes: Maybe(Type.Integer()) }))

/** The fields by which a post is recognized. */
export const LocalPostContent = Type.Object({
  topicType: Maybe(Type.String()),
  summary: Maybe(Type.String()),
  callToAction: Maybe(Type.Object({ actionType: Maybe(Type.String()), url: Maybe(Type.String()) })),
  event: Maybe(
    Type.Object({
      title: Maybe(Type.String()),
      schedule: Maybe(
        Type.Object({ startDate: MaybeDate, startTime: MaybeTime, endDate: MaybeDate, endTime: MaybeTime }),
      ),
    }),
  ),
  offer: Maybe(
    Type.Object({
      couponCode: Maybe(Type.String()),
      redeemOnlineUrl: Maybe(Type.String()),
      termsConditions: Maybe(Type.String()),
    }),
  ),
  media: Maybe(Type.Array(Type.Object({ sourceUrl: Maybe(Type.String()) }))),
})
type LocalPostContent = Static<typeof LocalPostContent>

const TOPICS = { update: 'STANDARD', event: 'EVENT', offer: 'OFFER' } as const
/** Google shows no more characters of a title. */
const TITLE_MAX = 58

/** Builds the post as Google expects it. Google fetches the photo from `photoUrl`. */
export function buildLocalPost(
  { text, options }: Pick<Draft<Options>, 'text' | 'options'>,
  { metadata }: Pick<SessionEntity, 'metadata'>,
  photoUrl: string | null,
) {
  const { kind = 'update', call_to_action: action, call_to_action_url: url } = options
  const languageCode = options.language ?? metadata['language']
  return {
    topicType: TOPICS[kind],
    ...(languageCode && { languageCode }),
    ...(text.trim() !== '' && { summary: text }),
    ...(action && { callToAction: { actionType: ACTIONS[action], ...(url !== undefined && { url }) } }),
    ...(kind !== 'update' && { event: buildEvent(text, options) }),
    ...(kind === 'offer' && { offer: buildOffer(options) }),
    ...(photoUrl !== null && { media: [{ mediaFormat: 'PHOTO', sourceUrl: photoUrl }] }),
  }
}

/** Google requires every field of a schedule. */
function buildEvent(text: string, options: Options) {
  const { start_date: start = '', end_date: end = start, start_time = '00:00', end_time = '23:59' } = options
  return {
    title: options.title ?? readFirstLine(text),
    schedule: {
      startDate: toGoogleDate(start),
      startTime: toGoogleTime(start_time),
      endDate: toGoogleDate(end),
      endTime: toGoogleTime(end_time),
    },
  }
}

function buildOffer({ coupon_code, redeem_url, terms }: Options) {
  return {
    ...(coupon_code !== undefined && { couponCode: coupon_code }),
    ...(redeem_url !== undefined && { redeemOnlineUrl: redeem_url }),
    ...(terms !== undefined && { termsConditions: terms }),
  }
}

function readFirstLine(text: string): string {
  const [line = ''] = text.trim().split('\n')
  return line.trim().slice(0, TITLE_MAX).toWellFormed().trim()
}

function toGoogleDate(day: string) {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return { year, month, day: date }
}

function toGoogleTime(time: string) {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return { hours, minutes, seconds: 0, nanos: 0 }
}

/** Returns true if Google shows the post that we sent. Google leaves out fields that are zero or empty. */
export function isSamePost(sent: LocalPostContent, shown: LocalPostContent): boolean {
  const [ours, theirs] = [sent.media?.[0], shown.media?.[0]]
  // The address of a photo is ours and differs for each post. Google may leave it out.
  const isSameAddress = !ours?.sourceUrl || !theirs?.sourceUrl || ours.sourceUrl === theirs.sourceUrl
  const isSamePhoto = Boolean(ours) === Boolean(theirs) && isSameAddress
  return isSamePhoto && JSON.stringify(toComparable(sent)) === JSON.stringify(toComparable(shown))
}

/** Lists the visible parts of a post, without spaces at their ends. */
function toComparable({ topicType, summary, callToAction, event, offer }: LocalPostContent): Json {
  const { startDate, startTime, endDate, endTime } = event?.schedule ?? {}
  const dates = [startDate, endDate].map((date) => [date?.year ?? 0, date?.month ?? 0, date?.day ?? 0])
  const times = [startTime, endTime].map((time) => [time?.hours ?? 0, time?.minutes ?? 0])
  return [
    topicType ?? null,
    normalize(summary),
    normalize(callToAction?.actionType),
    normalize(callToAction?.url),
    normalize(event?.title),
    ...(event ? [...dates, ...times] : []),
    normalize(offer?.couponCode),
    normalize(offer?.redeemOnlineUrl),
    normalize(offer?.termsConditions),
  ]
}

function normalize(text: string | null | undefined): string {
  return (text ?? '').replaceAll('\r\n', '\n').trim()
}
