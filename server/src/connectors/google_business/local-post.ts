import type { Body } from '../google/api.ts'
import type { Draft } from '../publish.ts'
import type { Json, SessionEntity } from '../session.ts'
import { ACTIONS, type Options } from './platform.ts'

const TOPICS = { update: 'STANDARD', event: 'EVENT', offer: 'OFFER' } as const
/** As many characters of a title as Google shows. */
const TITLE_MAX = 58

/** The post in Google's words. `photoUrl` is where Google fetches the photo. */
export function buildLocalPost(
  { text, options }: Pick<Draft<Options>, 'text' | 'options'>,
  { metadata }: Pick<SessionEntity, 'metadata'>,
  photoUrl: string | null,
) {
  const given = options
  const { kind = 'update', call_to_action: action, call_to_action_url: url } = given
  const languageCode = given.language ?? (metadata['language'] as string | null | undefined)
  return {
    topicType: TOPICS[kind],
    ...(languageCode && { languageCode }),
    ...(text.trim() !== '' && { summary: text }),
    ...(action && { callToAction: { actionType: ACTIONS[action], ...(url !== undefined && { url }) } }),
    ...(kind !== 'update' && { event: buildEvent(text, given) }),
    ...(kind === 'offer' && { offer: buildOffer(given) }),
    ...(photoUrl !== null && { media: [{ mediaFormat: 'PHOTO', sourceUrl: photoUrl }] }),
  }
}

/** Google wants every field of a schedule. */
function buildEvent(text: string, options: Options) {
  const { start_date: start = '', end_date: end = start, start_time = '00:00', end_time = '23:59' } = options
  return {
    title: options.title ?? firstLine(text),
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

function firstLine(text: string): string {
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

const photo = (post: Body) => post.media?.[0]

/** Whether Google shows the post that we sent. It leaves out fields that are zero or empty. */
export function isSamePost(sent: ReturnType<typeof buildLocalPost>, shown: Body): boolean {
  const urls = [photo(sent)?.sourceUrl, photo(shown)?.sourceUrl]
  // The address of a photo is ours and differs for each post, where Google repeats it.
  const isSamePhoto = Boolean(photo(sent)) === Boolean(photo(shown)) && (!urls[0] || !urls[1] || urls[0] === urls[1])
  return isSamePhoto && JSON.stringify(comparable(sent)) === JSON.stringify(comparable(shown))
}

/** What readers see of a post, without spaces at its ends. */
function comparable({ topicType, summary, callToAction, event, offer }: Body): Json {
  const { startDate, startTime, endDate, endTime } = event?.schedule ?? {}
  const [date, time] = [
    (one: Body) => [one?.year ?? 0, one?.month ?? 0, one?.day ?? 0],
    (one: Body) => [one?.hours ?? 0, one?.minutes ?? 0],
  ]
  return [
    topicType,
    trimmed(summary),
    trimmed(callToAction?.actionType),
    trimmed(callToAction?.url),
    trimmed(event?.title),
    ...(event ? [date(startDate), time(startTime), date(endDate), time(endTime)] : []),
    trimmed(offer?.couponCode),
    trimmed(offer?.redeemOnlineUrl),
    trimmed(offer?.termsConditions),
  ]
}

function trimmed(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll('\r\n', '\n').trim() : ''
}
