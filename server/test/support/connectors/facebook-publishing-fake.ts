import { FakeFacebookLogin, type FakePage } from './facebook-login-fake.ts'
import { postView } from './facebook-views.ts'
import { type Any, type GraphCall, GraphRefusal, missing, ok, paginate, pick } from './graph-fake.ts'
import type { FakeReply } from './loopback.ts'

export const PUBLISH = 'pages_manage_posts'
export const READ = 'pages_read_engagement'

/** Posts, photos, videos and reels. */
export abstract class FakeFacebookPublishing extends FakeFacebookLogin {
  readonly posts = new Map<string, Any>()
  readonly photos = new Map<string, Any>()
  readonly videos = new Map<string, Any>()
  /** The number of reads of a video before it is published; -1 makes its processing fail. */
  videoPolls = 0
  /** Facebook may change a text, for example where it names a page. */
  changeText = (text: string) => text

  /** Publishes without the connector. */
  post(page: string, message: string, more: object = {}): Any {
    return this.keepPost(page, { message, ...more })
  }

  private keepPost(page: string, { message = '', link = '', photos = [], video = '', byApp = false }: Any): Any {
    const id = `${page}_${this.nextId()}`
    const created = new Date()
    const counts = { shares: 0, reactions: 0, comments: 0 }
    const post = { id, page, message: message.trim(), link, photos, video, byApp, created, updated: created, ...counts }
    this.posts.set(id, post)
    return post
  }

  protected createPost(call: GraphCall, pageId: string): FakeReply {
    const page = this.asPublisher(call, pageId)
    const { message = '', link = '', attached_media = [], fields = 'id' } = call.params
    const photos = attached_media.map(({ media_fbid }: Any) => {
      const photo = this.photos.get(media_fbid)
      if (photo?.page !== page.id || photo.isUsed) throw missing(media_fbid)
      return photo
    })
    if (message.trim() === '' && !link && photos.length === 0) throw new GraphRefusal(100, '(#100) Message is empty')
    if (message.length > 63_206) throw new GraphRefusal(100, '(#100) Param message is too long')
    if (link && !URL.canParse(link)) throw new GraphRefusal(100, 'Invalid URL', { subcode: 1_609_005 })
    if (/facebook\.com/.test(link))
      throw new GraphRefusal(100, 'Cannot post Facebook.com links', { subcode: 1_609_008 })
    if (message.includes('#toofast')) throw new GraphRefusal(368, 'Posting too fast', { subcode: 1_390_008 })
    for (const photo of photos) photo.isUsed = true
    const ids = photos.map(({ id }: Any) => id)
    const post = this.keepPost(page.id, { message: this.changeText(message), link, photos: ids, byApp: true })
    return ok(pick(postView(post, this.app.id), fields))
  }

  private asPublisher(call: GraphCall, pageId: string): FakePage {
    const page = this.asPage(call, pageId, PUBLISH)
    const tasks = this.signedIn(call).person.tasks.get(page.id)
    if (tasks && !tasks.includes('CREATE_CONTENT')) throw new GraphRefusal(200, '(#200) No permission to publish')
    return page
  }

  protected uploadPhoto(call: GraphCall, pageId: string): FakeReply {
    const page = this.asPublisher(call, pageId)
    const { source, published, alt_text_custom: alt } = call.params
    const isImage = Buffer.isBuffer(source) && (source[0] === 0xff || source.subarray(1, 4).toString() === 'PNG')
    if (!isImage || source.length > 4_000_000)
      throw new GraphRefusal(324, 'Photos should be smaller than 4 MB and saved as JPG, PNG', { subcode: 1_366_046 })
    if (published !== 'false') throw new GraphRefusal(100, 'the fake only takes photos for posts')
    const id = this.nextId()
    this.photos.set(id, { id, page: page.id, alt, isUsed: false })
    return ok({ id })
  }

  /** Handles the phases start, transfer and finish. Facebook sets the length of the parts. */
  protected handleVideo(call: GraphCall, pageId: string): FakeReply {
    const page = this.asPublisher(call, pageId)
    const { upload_phase, upload_session_id, file_size, start_offset, video_file_chunk, description } = call.params
    if (upload_phase === 'start') {
      const video = this.newVideo(page.id, 'video', Number(file_size))
      return ok({ upload_session_id: video.session, video_id: video.id, ...computeNextPart(video) })
    }
    const video = [...this.videos.values()].find(({ session }) => session === upload_session_id)
    if (!video || video.page !== page.id) throw new GraphRefusal(100, 'Unknown session', { subcode: 1_363_030 })
    if (upload_phase === 'transfer') {
      if (
        Number(start_offset) !== video.bytes ||
        video_file_chunk?.length !== Number(computeNextPart(video).end_offset) - video.bytes
      )
        throw new GraphRefusal(100, 'Wrong part of the video', { subcode: 1_363_037 })
      video.bytes += video_file_chunk.length
      return ok(computeNextPart(video))
    }
    return this.finishVideo(video, description)
  }

  protected handleReel(call: GraphCall, pageId: string): FakeReply {
    const page = this.asPublisher(call, pageId)
    const { upload_phase, video_id, video_state, description } = call.params
    if (upload_phase === 'start') {
      const video = this.newVideo(page.id, 'reel', -1)
      return ok({
        video_id: video.id,
        upload_url: `https://rupload.facebook.com/video-upload/${this.version}/${video.id}`,
      })
    }
    const video = this.videos.get(video_id)
    if (video?.page !== page.id || video_state !== 'PUBLISHED') throw missing(video_id)
    return this.finishVideo(video, description)
  }

  protected receiveReel({ request, token }: GraphCall, id: string): FakeReply {
    const video = this.videos.get(id)
    if (!request.headers.authorization?.startsWith('OAuth ') || this.tokens.get(token)?.page?.id !== video?.page)
      throw new GraphRefusal(190, 'Invalid OAuth access token.')
    if (request.headers['offset'] !== '0' || Number(request.headers['file_size']) !== request.bytes.length)
      throw new GraphRefusal(100, 'PartialRequestError')
    Object.assign(video, { size: request.bytes.length, bytes: request.bytes.length })
    return ok({ success: true })
  }

  private newVideo(page: string, kind: string, size: number): Any {
    const video = {
      id: this.nextId(),
      session: this.nextId(),
      page,
      kind,
      size,
      bytes: 0,
      polls: -2,
      post: '',
      text: '',
    }
    this.videos.set(video.id, video)
    return video
  }

  private finishVideo(video: Any, description = ''): FakeReply {
    if (video.bytes !== video.size) throw new GraphRefusal(6000, 'There was a problem uploading your video file.')
    Object.assign(video, { polls: this.videoPolls, text: description })
    return ok({ success: true })
  }

  protected videoView(video: Any): Any {
    if (video.polls >= 0 && video.polls-- === 0) {
      video.polls = 0
      video.post ||= this.keepPost(video.page, { message: video.text, video: video.id, byApp: true }).id
    }
    const isPublished = video.post !== ''
    const isStarted = video.polls !== -2
    const phase = (isDone: boolean) => ({ status: isDone ? 'complete' : 'not_started' })
    const failed = video.polls === -1 && !isPublished
    const errors = [{ code: 1_363_024, message: 'The video format is not supported.' }]
    return {
      id: video.id,
      status: {
        video_status: failed ? 'error' : isPublished ? 'ready' : isStarted ? 'processing' : 'upload_complete',
        uploading_phase: phase(true),
        processing_phase: failed ? { status: 'error', errors } : phase(isPublished),
        publishing_phase: phase(isPublished),
      },
      published: isPublished,
      post_id: isPublished ? video.post.split('_')[1] : undefined,
      permalink_url: `/reel/${video.id}/`,
    }
  }

  protected listPosts(call: GraphCall, pageId: string): FakeReply {
    const page = this.asPage(call, pageId, READ)
    const { since = 0 } = call.params
    const all = [...this.posts.values()].filter((post) => post.page === page.id && !post.isStory)
    const recent = all.filter(({ created }) => created.getTime() >= Number(since) * 1000)
    return paginate(
      recent.toReversed().map((post) => postView(post, this.app.id)),
      call.params,
    )
  }
}

/** Returns the next of two parts: the first half of the video, then the rest. */
function computeNextPart({ bytes, size }: Any) {
  const end = bytes === 0 ? Math.ceil(size / 2) : size
  return { start_offset: String(bytes), end_offset: String(end) }
}
