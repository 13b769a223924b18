import { measureLength } from '../../../src/connectors/limits.ts'
import {
  type Any,
  assertFields,
  assertScope,
  FakeGoogle,
  type GoogleGrant,
  GoogleRefusal,
  invalid,
  notFound,
} from './google-fake.ts'
import type { FakeReply, ReceivedRequest } from './loopback.ts'

const ACTIONS = ['BOOK', 'ORDER', 'SHOP', 'LEARN_MORE', 'SIGN_UP', 'CALL']
const LOCATION_FIELDS = ['name', 'title', 'languageCode', 'storefrontAddress', 'openInfo', 'metadata']

/** Google's proto JSON leaves out fields that are zero. */
const withoutZeros = (value: Any) => Object.fromEntries(Object.entries(value ?? {}).filter(([, one]) => one !== 0))

/** The part of Google Business Profile that we use, as its documentation describes it. */
export class FakeGoogleBusiness extends FakeGoogle {
  protected readonly hosts = [
    'mybusiness.googleapis.com',
    'mybusinessaccountmanagement.googleapis.com',
    'mybusinessbusinessinformation.googleapis.com',
    'businessprofileperformance.googleapis.com',
  ]
  /** The resources by name: `accounts/1`, `locations/1`, `accounts/1/locations/1/localPosts/1`, ... */
  readonly accounts = new Map<string, Any>()
  /** The owner of each account. */
  private readonly owners = new Map<string, string>()
  readonly locations = new Map<string, Any>()
  readonly posts = new Map<string, Any>()
  readonly reviews = new Map<string, Any>()
  /** Daily values by location, metric and day. */
  readonly values = new Map<string, string>()
  /** The state of new posts. */
  newPostState = 'LIVE'
  hidesSourceUrls = false
  private lastId = 100
  now = () => new Date()

  /** Adds an account of a person, with locations. */
  addAccount(sub: string, titles: readonly string[], metadata: object = {}): string {
    const name = `accounts/${++this.lastId}`
    const account = { name, accountName: 'Example GmbH', type: 'LOCATION_GROUP', role: 'OWNER' }
    this.accounts.set(name, account)
    this.owners.set(name, sub)
    for (const title of titles) {
      const location = `locations/${++this.lastId}`
      this.locations.set(location, {
        name: location,
        title,
        languageCode: 'en',
        storefrontAddress: { regionCode: 'DE', locality: 'Berlin', addressLines: ['Example street 1'] },
        openInfo: { status: 'OPEN' },
        metadata: {
          hasVoiceOfMerchant: true,
          canOperateLocalPost: true,
          mapsUri: 'https://maps.example.com',
          ...metadata,
        },
        account: name,
      })
    }
    return name
  }

  /** Adds a review of a customer; returns its name. */
  addReview(location: string, more: object = {}): string {
    const reviewId = `review-${++this.lastId}`
    const name = `${location}/reviews/${reviewId}`
    const moment = this.now().toISOString()
    const reviewer = { displayName: 'Visitor', profilePhotoUrl: 'https://example.com/visitor.png' }
    const review = { name, reviewId, reviewer, starRating: 'FIVE', createTime: moment, updateTime: moment, ...more }
    this.reviews.set(name, review)
    return name
  }

  protected answerApi(request: ReceivedRequest, host: string, grant: GoogleGrant): FakeReply {
    assertScope(grant, 'https://www.googleapis.com/auth/business.manage')
    const { sub } = grant.person
    if (host.startsWith('mybusinessaccountmanagement')) return this.listAccounts(request, sub)
    if (host.startsWith('mybusinessbusinessinformation')) return this.readLocations(request, sub)
    if (host.startsWith('businessprofileperformance')) return this.readPerformance(request, sub)
    return this.answerV4(request, sub)
  }

  private listAccounts({ method, path, query }: ReceivedRequest, sub: string): FakeReply {
    if (method !== 'GET' || path !== '/v1/accounts') throw notFound()
    const mine = [...this.accounts.values()].filter(({ name }) => this.owners.get(name) === sub)
    return {
      status: 200,
      body: paginate('accounts', mine, query, 20),
    }
  }

  private readLocations({ method, path, query }: ReceivedRequest, sub: string): FakeReply {
    const mask = (query.get('readMask') ?? '').split(',')
    if (mask.some((field) => !LOCATION_FIELDS.includes(field))) throw invalid('Invalid field mask provided')
    const shown = (location: Any) => Object.fromEntries(mask.map((field) => [field, location[field]]))
    const list = /^\/v1\/(accounts\/\d+)\/locations$/.exec(path)
    if (method === 'GET' && list) {
      if (this.owners.get(list[1] ?? '') !== sub) throw denied()
      const mine = [...this.locations.values()].filter(({ account }) => account === list[1])
      return { status: 200, body: paginate('locations', mine.map(shown), query, 100) }
    }
    return { status: 200, body: shown(this.getLocation(path.slice('/v1/'.length), sub)) }
  }

  private getLocation(name: string, sub: string): Any {
    const location = this.locations.get(name)
    if (!location) throw notFound()
    if (this.owners.get(location.account) !== sub) throw denied()
    return location
  }

  private readPerformance({ method, path, query }: ReceivedRequest, sub: string): FakeReply {
    const [name = '', action] = path.slice('/v1/'.length).split(':')
    if (method !== 'GET' || action !== 'fetchMultiDailyMetricsTimeSeries') throw notFound()
    this.getLocation(name, sub)
    const day = (end: string) => {
      const [year, month, date] = ['year', 'month', 'day'].map((part) => Number(query.get(`dailyRange.${end}.${part}`)))
      if (!year || !month || !date) throw invalid('dailyRange is incomplete')
      return Date.UTC(year, month - 1, date)
    }
    const [start, end] = [day('startDate'), day('endDate')]
    if (end < start) throw invalid('dailyRange ends before it starts')
    const datedValues = (metric: string) =>
      Array.from({ length: (end - start) / 86_400_000 + 1 }, (_, at) => {
        const date = new Date(start + at * 86_400_000)
        const value = this.values.get(`${name} ${metric} ${date.toISOString().slice(0, 10)}`)
        return {
          date: { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() },
          ...(value !== undefined && { value }),
        }
      })
    const dailyMetricTimeSeries = query
      .getAll('dailyMetrics')
      .map((dailyMetric) => ({ dailyMetric, timeSeries: { datedValues: datedValues(dailyMetric) } }))
    return { status: 200, body: { multiDailyMetricTimeSeries: [{ dailyMetricTimeSeries }] } }
  }

  private answerV4(request: ReceivedRequest, sub: string): FakeReply {
    const { method, path, query } = request
    const parts = /^\/v4\/(accounts\/\d+)\/(locations\/\d+)\/(localPosts|reviews)(?:\/([\w-]+))?(\/reply)?$/.exec(path)
    if (!parts) throw notFound()
    const [, account, location = '', kind, id, reply] = parts
    if (this.getLocation(location, sub).account !== account) throw notFound()
    const parent = `${account}/${location}`
    if (kind === 'localPosts') {
      if (method === 'GET' && !id) return this.listPosts(parent, query)
      if (method === 'POST' && !id) return { status: 200, body: this.createPost(parent, request.json) }
      const post = this.posts.get(`${parent}/localPosts/${id}`)
      if (method === 'GET' && post) return { status: 200, body: this.shownPost(post) }
      if (method === 'DELETE' && id && this.posts.delete(`${parent}/localPosts/${id}`)) return { status: 200, body: {} }
      throw notFound()
    }
    if (method === 'GET' && !id) return this.listReviews(parent, query)
    const review = this.reviews.get(`${parent}/reviews/${id}`)
    if (!review || !reply) throw notFound()
    if (method === 'PUT') return this.setReply(review, request.json)
    if (method !== 'DELETE' || !review.reviewReply) throw notFound()
    delete review.reviewReply
    return { status: 200, body: {} }
  }

  private createPost(parent: string, body: Any): Any {
    assertFields(
      body,
      ['topicType', 'languageCode', 'summary', 'callToAction', 'event', 'offer', 'media'],
      'local_post',
    )
    const { topicType, summary = '', callToAction, event, offer, media = [] } = body
    if (!['STANDARD', 'EVENT', 'OFFER'].includes(topicType)) throw invalid('topic_type is required')
    if (measureLength(summary, 'characters') > 1500) throw invalid('summary is longer than 1500 characters')
    if (callToAction) {
      assertFields(callToAction, ['actionType', 'url'], 'call_to_action')
      if (!ACTIONS.includes(callToAction.actionType)) throw invalid('action_type')
      if ((callToAction.actionType === 'CALL') === Boolean(callToAction.url)) throw invalid('call_to_action.url')
    }
    if ((topicType === 'STANDARD') === Boolean(event)) throw invalid('event')
    if (event) {
      const { startDate, startTime, endDate, endTime } = event.schedule ?? {}
      if (!event.title || !startDate?.year || !endDate?.year || !startTime || !endTime) throw invalid('event.schedule')
    }
    if ((topicType === 'OFFER') !== Boolean(offer)) throw invalid('offer')
    if (media.length > 1) throw invalid('media has more than one item')
    for (const { mediaFormat, sourceUrl } of media)
      if (mediaFormat !== 'PHOTO' || !URL.canParse(sourceUrl)) throw invalid('media.source_url')
    const name = `${parent}/localPosts/${++this.lastId}`
    const moment = this.now().toISOString()
    const post = {
      ...body,
      ...(event && { event: { ...event, schedule: stripScheduleZeros(event.schedule) } }),
      name,
      state: this.newPostState,
      createTime: moment,
      updateTime: moment,
      searchUrl: `https://local.google.com/place?id=1&use=posts&lpsid=${this.lastId}`,
    }
    this.posts.set(name, post)
    return this.shownPost(post)
  }

  private shownPost(post: Any): Any {
    if (!this.hidesSourceUrls || !post.media) return post
    return {
      ...post,
      media: post.media.map(({ mediaFormat }: Any) => ({ mediaFormat, googleUrl: 'https://example.com' })),
    }
  }

  private listPosts(parent: string, query: URLSearchParams): FakeReply {
    const posts = [...this.posts.values()].filter(({ name }) => name.startsWith(`${parent}/`)).toReversed()
    return {
      status: 200,
      body: paginate(
        'localPosts',
        posts.map((post) => this.shownPost(post)),
        query,
        100,
      ),
    }
  }

  private listReviews(parent: string, query: URLSearchParams): FakeReply {
    if (query.get('orderBy') !== 'updateTime desc') throw invalid('order_by')
    const reviews = [...this.reviews.values()]
      .filter(({ name }) => name.startsWith(`${parent}/`))
      .toSorted((a, b) => (a.updateTime < b.updateTime ? 1 : -1))
    const page = paginate('reviews', reviews, query, 50)
    return { status: 200, body: { ...page, averageRating: 4.5, totalReviewCount: reviews.length } }
  }

  private setReply(review: Any, body: Any): FakeReply {
    assertFields(body, ['comment'], 'reply')
    if (!body.comment || Buffer.byteLength(body.comment) > 4096) throw invalid('comment')
    review.reviewReply = { comment: body.comment, updateTime: this.now().toISOString() }
    return { status: 200, body: review.reviewReply }
  }
}

function stripScheduleZeros(schedule: Any): Any {
  return Object.fromEntries(Object.entries(schedule).map(([name, value]) => [name, withoutZeros(value)]))
}

const denied = () => new GoogleRefusal(403, 'PERMISSION_DENIED', 'The caller does not have permission')

/** A page token has the position in the list. Any other token is refused. */
function paginate(field: string, all: readonly Any[], query: URLSearchParams, sizeMax: number): Any {
  const size = Number(query.get('pageSize') ?? sizeMax)
  if (!(size >= 1 && size <= sizeMax)) throw invalid('page_size')
  const token = query.get('pageToken')
  if (token !== null && !/^after-\d+$/.test(token)) throw invalid('page_token')
  const from = token === null ? 0 : Number(token.slice('after-'.length))
  const items = all.slice(from, from + size)
  return {
    ...(items.length > 0 && { [field]: items }),
    ...(from + size < all.length && { nextPageToken: `after-${from + size}` }),
  }
}
