import { parseMultipartForm } from './forms.ts'
import type { FakeReply, ReceivedRequest } from './loopback.ts'
import { nextSnowflake, notFound, ok, problem, Refusal } from './x-values.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- responses of every shape
type Any = any

/** Uploads of X: initialized, appended, finalized, processed. */
export class FakeXMedia {
  readonly all = new Map<string, Any>()
  /** Number of status requests before an upload is processed; -1 makes processing fail. */
  polls = 0
  private readonly authorize: (request: ReceivedRequest, ...scopes: readonly string[]) => { readonly id: string }
  constructor(authorize: FakeXMedia['authorize']) {
    this.authorize = authorize
  }

  initialize(request: ReceivedRequest): FakeReply {
    const { id: owner } = this.authorize(request, 'media.write')
    const { media_type, total_bytes, media_category } = request.json
    if (!(total_bytes > 0) || !media_category)
      throw new Refusal(400, 'total_bytes is required', problem('invalid-request'))
    const id = nextSnowflake()
    const media_key = `${media_category === 'tweet_image' ? 3 : 7}_${id}`
    const isVideo = media_category !== 'tweet_image'
    const polls = isVideo ? this.polls : 0
    this.all.set(id, { id, owner, media_key, media_type, total_bytes, parts: [], isVideo, polls, isFinal: false })
    return ok({ data: { id, media_key, expires_after_secs: 86_400 } })
  }

  private getMedia(request: ReceivedRequest, id: string): Any {
    const { id: owner } = this.authorize(request, 'media.write')
    const medium = this.all.get(id)
    if (medium?.owner !== owner) throw notFound()
    return medium
  }

  append(request: ReceivedRequest, id: string): FakeReply {
    const medium = this.getMedia(request, id)
    const { fields, files } = parseMultipartForm(request)
    const [file] = files
    if (!file || file.name !== 'media' || file.bytes.length > 5_000_000) throw new Refusal(400, 'Bad segment')
    medium.parts[Number(fields['segment_index'])] = file.bytes
    return ok({ data: { expires_at: 1 } })
  }

  finalize(request: ReceivedRequest, id: string): FakeReply {
    const medium = this.getMedia(request, id)
    if (Buffer.concat(medium.parts).length !== medium.total_bytes) throw new Refusal(400, 'Segments do not add up')
    medium.isFinal = true
    return ok({ data: this.mediumView(medium) })
  }

  private mediumView(medium: Any): Any {
    const { id, media_key, total_bytes: size, isVideo, polls } = medium
    const state = polls < 0 ? 'failed' : polls > 0 ? 'in_progress' : 'succeeded'
    const info = polls > 0 ? { check_after_secs: 2, progress_percent: 50 } : {}
    return { id, media_key, size, expires_after_secs: 86_400, ...(isVideo && { processing_info: { state, ...info } }) }
  }

  show(request: ReceivedRequest): FakeReply {
    const medium = this.getMedia(request, request.query.get('media_id') ?? '')
    if (medium.polls > 0) medium.polls--
    return ok({ data: this.mediumView(medium) })
  }

  describe(request: ReceivedRequest): FakeReply {
    const { id, metadata } = request.json
    this.getMedia(request, id).altText = metadata.alt_text.text
    return ok({ data: { id, associated_metadata: metadata } })
  }
}
