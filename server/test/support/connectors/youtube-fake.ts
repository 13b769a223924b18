import { randomBytes } from 'node:crypto'
import { type Any, assertFields, assertScope, FakeGoogle, type GoogleGrant, GoogleRefusal } from './google-fake.ts'
import type { FakeReply, ReceivedRequest } from './loopback.ts'

const SCOPE = 'https://www.googleapis.com/auth/'
const PIECE = 262_144

/** The older format of Google's errors, which YouTube uses. */
class YouTubeRefusal extends GoogleRefusal {
  constructor(status: number, reason: string, message: string, domain = 'youtube.common') {
    super(status, '', message, { errors: [{ message, domain, reason }], status: undefined })
  }
}

const notFound = (what: string) => new YouTubeRefusal(404, `${what}NotFound`, `The ${what} could not be found.`)
const bad = (reason: string) => new YouTubeRefusal(400, reason, `The request is wrong: ${reason}.`)
const forbidden = () => new YouTubeRefusal(403, 'forbidden', 'Access forbidden.')

interface FakeUpload {
  readonly channel: string
  readonly resource: Any
  readonly size: number
  received: Buffer
  video?: Any
}

/** The part of YouTube that we use, as its documentation describes it. */
export class FakeYouTube extends FakeGoogle {
  protected readonly hosts = ['youtube.googleapis.com', 'www.googleapis.com', 'youtubeanalytics.googleapis.com']
  /** Channels by id; each belongs to the person `sub`. */
  readonly channels = new Map<string, Any>()
  readonly videos = new Map<string, Any>()
  readonly comments = new Map<string, Any>()
  readonly uploads = new Map<string, FakeUpload>()
  /** Rows of reports by channel and day. */
  readonly days = new Map<string, readonly number[]>()
  /** Used units of quota. */
  spent = 0
  /** The reason for which new uploads are refused. */
  refusesUploads: string | undefined
  /** The state of new videos, and their state from the first listing on. */
  newUploadStatus = 'uploaded'
  listedUploadStatus: string | undefined
  /** Accepts only this many bytes of the next request, as when a connection breaks in the middle. */
  takesOnly: number | undefined
  private lastId = 1000
  now = () => new Date()

  addChannel(sub: string, title: string, more: object = {}): string {
    const id = `UC${++this.lastId}`
    this.channels.set(id, { id, title, sub, longUploadsStatus: 'allowed', subscribers: 10, ...more })
    return id
  }

  /** Adds a comment under a video, or a reply in a thread; returns its id. */
  addComment(
    videoId: string,
    text: string,
    { parent, author = 'UCvisitor' }: { parent?: string; author?: string } = {},
  ) {
    const own = randomBytes(8).toString('hex')
    const id = parent === undefined ? `Ug${own}` : `${parent}.${own}`
    const moment = this.now().toISOString()
    const order = ++this.lastId
    this.comments.set(id, { id, videoId, text, author, parent, moment, order, status: 'published' })
    return id
  }

  protected override overQuota(): GoogleRefusal {
    this.throttled--
    return new YouTubeRefusal(403, 'quotaExceeded', 'You have exceeded your <a>quota</a>.', 'youtube.quota')
  }

  protected answerApi(request: ReceivedRequest, host: string, grant: GoogleGrant): FakeReply {
    if (host === 'www.googleapis.com') return this.answerUpload(request, grant)
    if (host.startsWith('youtubeanalytics')) return this.report(request, grant)
    const { method, path, query } = request
    const call = `${method} ${path.replace('/youtube/v3/', '')}`
    this.spent += method === 'GET' ? 1 : 50
    if (method === 'GET') assertScope(grant, `${SCOPE}youtube.readonly`, `${SCOPE}youtube.force-ssl`)
    else assertScope(grant, `${SCOPE}youtube.force-ssl`)
    const body = request.json
    const { sub } = grant.person
    switch (call) {
      case 'GET channels':
        return page(this.listChannels(query, sub), query)
      case 'GET videos':
        return page(this.listVideos(query, sub), query)
      case 'DELETE videos':
        return this.deleteVideo(query.get('id') ?? '', sub)
      case 'GET playlistItems':
        return page(this.listUploads(query, sub), query)
      case 'GET commentThreads':
        return page(this.listThreads(query), query)
      case 'POST commentThreads':
        return this.insertThread(body, sub)
      case 'GET comments':
        return page(this.listComments(query), query)
      case 'POST comments':
        return this.insertReply(body, sub)
      case 'POST comments/setModerationStatus':
        return this.moderate(query, sub)
      case 'DELETE comments':
        return this.deleteComment(query.get('id') ?? '', sub)
      default:
        throw notFound('page')
    }
  }

  private getChannel(sub: string): Any {
    const channel = [...this.channels.values()].find((one) => one.sub === sub)
    if (!channel) throw new YouTubeRefusal(401, 'youtubeSignupRequired', 'Unauthorized')
    return channel
  }

  private listChannels(query: URLSearchParams, sub: string): Any[] {
    const ids = (query.get('id') ?? '').split(',')
    const isMatch = (one: Any) => (query.get('mine') === 'true' ? one.sub === sub : ids.includes(one.id))
    const parts = (query.get('part') ?? '').split(',')
    return [...this.channels.values()].filter(isMatch).map((one) => ({
      kind: 'youtube#channel',
      id: one.id,
      ...(parts.includes('snippet') && {
        snippet: {
          title: one.title,
          customUrl: `@${one.id}`,
          thumbnails: { medium: { url: 'https://example.com/a' } },
        },
      }),
      ...(parts.includes('contentDetails') && { contentDetails: { relatedPlaylists: { uploads: `UU${one.id}` } } }),
      ...(parts.includes('status') && { status: { longUploadsStatus: one.longUploadsStatus } }),
      ...(parts.includes('statistics') && {
        statistics: {
          subscriberCount: String(one.subscribers),
          hiddenSubscriberCount: one.hidesSubscribers ?? false,
          videoCount: String([...this.videos.values()].filter(({ channel }) => channel === one.id).length),
        },
      }),
    }))
  }

  private shownVideo(video: Any, parts: readonly string[]): Any {
    const { id, snippet, status, statistics } = video
    return {
      kind: 'youtube#video',
      id,
      ...(parts.includes('snippet') && { snippet }),
      ...(parts.includes('status') && { status }),
      ...(parts.includes('statistics') && { statistics }),
    }
  }

  private listVideos(query: URLSearchParams, sub: string): Any[] {
    const ids = (query.get('id') ?? '').split(',')
    if (ids.length > 50) throw bad('invalidFilters')
    const channel = this.getChannel(sub)
    return ids.flatMap((id) => {
      const video = this.videos.get(id)
      if (video && this.listedUploadStatus) video.status.uploadStatus = this.listedUploadStatus
      const isVisible = video && (video.channel === channel.id || video.status.privacyStatus !== 'private')
      return isVisible ? [this.shownVideo(video, (query.get('part') ?? '').split(','))] : []
    })
  }

  private listUploads(query: URLSearchParams, sub: string): Any[] {
    const channel = this.getChannel(sub)
    if (query.get('playlistId') !== `UU${channel.id}`) throw notFound('playlist')
    return [...this.videos.values()]
      .filter((video) => video.channel === channel.id)
      .toReversed()
      .map(({ id }) => ({ kind: 'youtube#playlistItem', id: `PL${id}`, contentDetails: { videoId: id } }))
  }

  private deleteVideo(id: string, sub: string): FakeReply {
    const video = this.videos.get(id)
    if (!video) throw notFound('video')
    if (video.channel !== this.getChannel(sub).id) throw forbidden()
    this.videos.delete(id)
    return { status: 204, body: '' }
  }

  private answerUpload(request: ReceivedRequest, grant: GoogleGrant): FakeReply {
    const { method, path, query } = request
    assertScope(grant, `${SCOPE}youtube.upload`)
    if (path !== '/upload/youtube/v3/videos' || query.get('uploadType') !== 'resumable') throw notFound('page')
    const channel = this.getChannel(grant.person.sub)
    if (method === 'POST') return this.openUpload(request, channel.id)
    const upload = this.uploads.get(query.get('upload_id') ?? '')
    if (!upload || upload.channel !== channel.id) return { status: 404, body: 'Not Found' }
    return this.putBytes(upload, request)
  }

  private openUpload({ json, headers, query }: ReceivedRequest, channel: string): FakeReply {
    if (this.refusesUploads) throw bad(this.refusesUploads)
    const size = Number(headers['x-upload-content-length'])
    if (!(size > 0) || !headers['x-upload-content-type']?.toString().startsWith('video/'))
      throw bad('mediaBodyRequired')
    if (query.get('part') !== 'snippet,status') throw bad('unexpectedPart')
    assertVideo(json)
    const id = randomBytes(12).toString('hex')
    this.uploads.set(id, { channel, resource: json, size, received: Buffer.alloc(0) })
    const location = `https://www.googleapis.com/upload/youtube/v3/videos?uploadType=resumable&upload_id=${id}`
    return { status: 200, body: '', headers: { location } }
  }

  private putBytes(upload: FakeUpload, { headers, bytes }: ReceivedRequest): FakeReply {
    const range = /^bytes (?:(\d+)-(\d+)|\*)\/(\d+)$/.exec(String(headers['content-range']))
    if (!range || Number(range[3]) !== upload.size) return { status: 400, body: 'Bad Content-Range' }
    if (upload.video) return { status: 200, body: this.shownVideo(upload.video, ['snippet', 'status']) }
    if (range[1] !== undefined) {
      const [start, end] = [Number(range[1]), Number(range[2])]
      const isLast = end === upload.size - 1
      if (end - start + 1 !== bytes.length || (!isLast && bytes.length % PIECE !== 0))
        return { status: 400, body: 'Bad chunk' }
      if (start !== upload.received.length) return this.incomplete(upload)
      upload.received = Buffer.concat([upload.received, bytes.subarray(0, this.takesOnly)])
      this.takesOnly = undefined
    }
    if (upload.received.length < upload.size) return this.incomplete(upload)
    const id = randomBytes(6).toString('hex').slice(0, 11)
    upload.video = {
      id,
      channel: upload.channel,
      snippet: { ...upload.resource.snippet, channelId: upload.channel, publishedAt: this.now().toISOString() },
      status: { ...upload.resource.status, uploadStatus: this.newUploadStatus },
      statistics: { viewCount: '0', likeCount: '0', favoriteCount: '0', commentCount: '0' },
      bytes: upload.received,
    }
    this.videos.set(id, upload.video)
    return { status: 200, body: this.shownVideo(upload.video, ['snippet', 'status']) }
  }

  private incomplete({ received }: FakeUpload): FakeReply {
    return { status: 308, body: '', headers: received.length > 0 ? { range: `bytes=0-${received.length - 1}` } : {} }
  }

  private shownComment({ id, text, author, parent, moment, updated, status, videoId }: Any): Any {
    return {
      kind: 'youtube#comment',
      id,
      snippet: {
        textDisplay: text,
        textOriginal: text,
        videoId,
        authorDisplayName: `@${author}`,
        authorChannelId: { value: author },
        authorProfileImageUrl: 'https://example.com/a.png',
        publishedAt: moment,
        updatedAt: updated ?? moment,
        ...(parent !== undefined && { parentId: parent }),
        ...(status !== 'published' && { moderationStatus: status }),
      },
    }
  }

  private listThreads(query: URLSearchParams): Any[] {
    const channel = query.get('allThreadsRelatedToChannelId')
    const videoId = query.get('videoId')
    const isMatch = (one: Any) =>
      one.parent === undefined &&
      one.status === (query.get('moderationStatus') ?? 'published') &&
      (videoId === null ? this.videos.get(one.videoId)?.channel === channel : one.videoId === videoId)
    if ((channel === null) === (videoId === null)) throw bad('invalidFilters')
    return [...this.comments.values()]
      .filter(isMatch)
      .toSorted((a, b) => b.order - a.order)
      .map((one) => this.shownThread(one))
  }

  private shownThread(one: Any): Any {
    const replies = this.listReplies(one.id)
    return {
      kind: 'youtube#commentThread',
      id: one.id,
      snippet: {
        videoId: one.videoId,
        topLevelComment: this.shownComment(one),
        canReply: true,
        totalReplyCount: replies.length,
        isPublic: true,
      },
      ...(replies.length > 0 && {
        replies: { comments: replies.slice(-5).map((reply) => this.shownComment(reply)) },
      }),
    }
  }

  private listReplies(parent: string): Any[] {
    return [...this.comments.values()].filter((one) => one.parent === parent && one.status === 'published')
  }

  private listComments(query: URLSearchParams): Any[] {
    const parent = query.get('parentId')
    if (parent !== null) return this.listReplies(parent).map((one) => this.shownComment(one))
    const ids = (query.get('id') ?? '').split(',')
    return ids.flatMap((id) => {
      const one = this.comments.get(id)
      return one && one.status !== 'rejected' ? [this.shownComment(one)] : []
    })
  }

  private insertThread(body: Any, sub: string): FakeReply {
    assertFields(body?.snippet, ['channelId', 'videoId', 'topLevelComment'], 'snippet')
    const video = this.videos.get(body.snippet.videoId)
    if (!video) throw notFound('video')
    if (video.hasNoComments) throw new YouTubeRefusal(403, 'commentsDisabled', 'Comments are disabled.')
    const text = readCommentText(body.snippet.topLevelComment?.snippet)
    const id = this.addComment(video.id, text, { author: this.getChannel(sub).id })
    return { status: 200, body: this.shownThread(this.comments.get(id)) }
  }

  private insertReply(body: Any, sub: string): FakeReply {
    assertFields(body?.snippet, ['parentId', 'textOriginal'], 'snippet')
    const parent = this.comments.get(body.snippet.parentId)
    if (!parent) throw notFound('parentComment')
    if (parent.parent !== undefined) throw bad('operationNotSupported')
    const author = this.getChannel(sub).id
    const id = this.addComment(parent.videoId, readCommentText(body.snippet), { author, parent: parent.id })
    return { status: 200, body: this.shownComment(this.comments.get(id)) }
  }

  private moderate(query: URLSearchParams, sub: string): FakeReply {
    const status = query.get('moderationStatus') ?? ''
    if (!['published', 'heldForReview', 'rejected'].includes(status)) throw bad('invalidModerationStatus')
    for (const id of (query.get('id') ?? '').split(',')) {
      const comment = this.comments.get(id)
      if (!comment) throw notFound('comment')
      if (this.videos.get(comment.videoId)?.channel !== this.getChannel(sub).id) throw forbidden()
      comment.status = status
    }
    return { status: 204, body: '' }
  }

  private deleteComment(id: string, sub: string): FakeReply {
    const comment = this.comments.get(id)
    if (!comment) throw notFound('comment')
    if (comment.author !== this.getChannel(sub).id) throw forbidden()
    this.comments.delete(id)
    return { status: 204, body: '' }
  }

  private report({ method, path, query }: ReceivedRequest, grant: GoogleGrant): FakeReply {
    assertScope(grant, `${SCOPE}yt-analytics.readonly`)
    const channel = this.getChannel(grant.person.sub)
    if (method !== 'GET' || path !== '/v2/reports') throw notFound('page')
    if (query.get('ids') !== `channel==${channel.id}` || query.get('dimensions') !== 'day') throw bad('badRequest')
    const [start, end] = [query.get('startDate') ?? '', query.get('endDate') ?? '']
    if (!/^\d{4}-\d\d-\d\d$/.test(start) || end < start) throw bad('badRequest')
    const rows = [...this.days]
      .map(([key, values]) => [key.split(' ')[0], key.split(' ')[1] ?? '', ...values] as const)
      .filter(([id, day]) => id === channel.id && day >= start && day <= end)
      .map(([, ...row]) => row)
    const columnHeaders = ['day', ...(query.get('metrics') ?? '').split(',')].map((name) => ({ name }))
    return { status: 200, body: { kind: 'youtubeAnalytics#resultTable', columnHeaders, rows } }
  }
}

function assertVideo(resource: Any): void {
  assertFields(resource, ['snippet', 'status'], 'video')
  const { snippet, status } = resource
  assertFields(snippet, ['title', 'description', 'categoryId', 'tags', 'defaultLanguage'], 'snippet')
  const known = [
    'privacyStatus',
    'selfDeclaredMadeForKids',
    'publishAt',
    'license',
    'embeddable',
    'containsSyntheticMedia',
  ]
  assertFields(status, known, 'status')
  if (!snippet.title || snippet.title.length > 100 || /[<>]/.test(snippet.title)) throw bad('invalidTitle')
  if (Buffer.byteLength(snippet.description) > 5000 || /[<>]/.test(snippet.description)) throw bad('invalidDescription')
  if (status.publishAt !== undefined && status.privacyStatus !== 'private') throw bad('invalidPublishAt')
}

function readCommentText(snippet: Any): string {
  if (!snippet?.textOriginal) throw bad('commentTextRequired')
  return snippet.textOriginal
}

/** A page token has the position in the list. Any other token is refused. */
function page(all: readonly Any[], query: URLSearchParams): FakeReply {
  // Items that are named are not paged.
  const isNamed = query.has('id')
  if (isNamed && query.has('maxResults')) throw bad('incompatibleParameters')
  const size = isNamed ? 100 : Number(query.get('maxResults') ?? 5)
  if (!(size >= 1 && size <= 100)) throw bad('invalidValue')
  const token = query.get('pageToken')
  if (token !== null && !/^after-\d+$/.test(token)) throw bad('invalidPageToken')
  const from = token === null ? 0 : Number(token.slice('after-'.length))
  return {
    status: 200,
    body: {
      kind: 'youtube#list',
      items: all.slice(from, from + size),
      pageInfo: { totalResults: all.length, resultsPerPage: size },
      ...(from + size < all.length && { nextPageToken: `after-${from + size}` }),
    },
  }
}
