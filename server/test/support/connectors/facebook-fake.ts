import { FakeFacebookPublishing, PUBLISH, READ } from './facebook-publishing-fake.ts'
import { buildDailySeries, commentView, messageView, pageView, postView, ratingView } from './facebook-views.ts'
import {
  type Any,
  type GraphCall,
  GraphRefusal,
  graphTime,
  missing,
  nonce,
  ok,
  paginate,
  pick,
  type Route,
} from './graph-fake.ts'
import type { FakeReply } from './loopback.ts'

const ENGAGE = 'pages_manage_engagement'
const MESSAGE = 'pages_messaging'
const INSIGHTS = new Set(['page_media_view', 'page_total_media_view_unique', 'page_post_engagements'])
const POST_INSIGHTS = new Set(['post_media_view', 'post_total_media_view_unique', 'post_clicks'])
const DAY_MS = 86_400_000

/** The part of the Graph API v25.0 for pages that the connector uses, written from its documentation. */
export class FakeFacebook extends FakeFacebookPublishing {
  protected readonly version = 'v25.0'
  readonly comments = new Map<string, Any>()
  readonly conversations = new Map<string, Any>()
  readonly ratings: Any[] = []
  readonly subscriptions = new Map<string, string[]>()
  readonly appSubscriptions: Any[] = []
  readonly pushes: { page: string; push: ReturnType<FakeFacebook['sign']> }[] = []
  readonly seen: string[] = []
  readonly retiredMetrics = new Set<string>()
  isListOfRatingsWithdrawn = false

  protected readonly routes: readonly Route[] = [
    ['POST /V/oauth/access_token', (call) => this.exchange(call)],
    ['GET /V/debug_token', (call) => this.debug(call)],
    ['GET /V/me', (call) => this.showMe(call)],
    ['GET /V/me/permissions', (call) => this.listPermissions(call)],
    ['GET /V/me/accounts', (call) => this.listAccounts(call)],
    ['GET /V/me/businesses', (call) => this.listBusinesses(call)],
    ['GET /V/(\\d+)/(owned_pages|client_pages)', (call, id = '', edge = '') => this.listBusinessPages(call, id, edge)],
    [`GET /V/(\\d+)/subscriptions`, (call) => this.listSubscriptions(call)],
    [`POST /V/(\\d+)/subscriptions`, (call) => this.subscribeApp(call)],
    ['POST /V/(\\d+)/subscribed_apps', (call, page = '') => this.subscribePage(call, page)],
    ['DELETE /V/(\\d+)/subscribed_apps', (call, page = '') => this.unsubscribePage(call, page)],
    ['POST /V/(\\d+)/feed', (call, page = '') => this.createPost(call, page)],
    ['POST /V/(\\d+)/photos', (call, page = '') => this.uploadPhoto(call, page)],
    ['POST /video/V/(\\d+)/videos', (call, page = '') => this.handleVideo(call, page)],
    ['POST /V/(\\d+)/video_reels', (call, page = '') => this.handleReel(call, page)],
    ['POST /rupload/video-upload/V/(\\d+)', (call, id = '') => this.receiveReel(call, id)],
    ['GET /V/(\\d+)/published_posts', (call, page = '') => this.listPosts(call, page)],
    ['GET /V/([\\d_]+)/comments', (call, id = '') => this.listComments(call, id)],
    ['POST /V/([\\d_]+)/comments', (call, id = '') => this.createComment(call, id)],
    ['GET /V/(\\d+)/conversations', (call, page = '') => this.listConversations(call, page)],
    ['GET /V/(t_\\w+)/messages', (call, id = '') => this.listMessages(call, id)],
    ['POST /V/(\\d+)/messages', (call, page = '') => this.sendMessage(call, page)],
    ['GET /V/(\\d+)/ratings', (call, page = '') => this.listRatings(call, page)],
    ['GET /V/([\\d_]+)/insights', (call, id = '') => this.showInsights(call, id)],
    ['GET /V/(\\d+)/video_insights', (call, id = '') => this.showVideoInsights(call, id)],
    ['GET /V/(\\w+)', (call, id = '') => this.show(call, id)],
    ['POST /V/(\\w+)', (call, id = '') => this.update(call, id)],
    ['DELETE /V/(\\w+)', (call, id = '') => this.remove(call, id)],
  ]

  /** Writes a visitor's comment under a post or a comment. */
  comment(postId: string, message: string, { from = 'Visitor', parent = '' } = {}): string {
    return this.keepComment(postId, {
      message,
      from: { id: `9${from.length}${from.charCodeAt(0)}`, name: from },
      parent,
    }).id
  }

  private keepComment(postId: string, { message, from, parent = '' }: Any): Any {
    const created = new Date()
    const id = `${postId.split('_').at(-1)}_${this.nextId()}`
    const comment = { id, post: postId, parent, message, from, created, isHidden: false }
    this.comments.set(id, comment)
    const post = this.posts.get(postId)
    if (post) Object.assign(post, { updated: created, comments: post.comments + 1 })
    if (post) this.pushFeed(post.page, 'add', comment)
    return comment
  }

  private pushFeed(page: string, verb: string, comment: Any): void {
    const { id, post, parent, message, from, created } = comment
    const value = {
      item: 'comment',
      verb,
      comment_id: id,
      post_id: post,
      parent_id: parent || post,
      from,
      message,
      created_time: Math.floor(created.getTime() / 1000),
    }
    this.push(page, 'feed', { changes: [{ field: 'feed', value }] })
  }

  private push(page: string, field: string, entry: object): void {
    if (this.subscriptions.size > 0 && !this.subscriptions.get(page)?.includes(field)) return
    const body = { object: 'page', entry: [{ id: page, time: Date.now(), ...entry }] }
    this.pushes.push({ page, push: this.sign(body) })
  }

  /** Sends a visitor's message to the page. */
  message(page: string, text: string, name = 'Visitor', attachments: Any[] = []): string {
    const psid = `7${name.length}${name.charCodeAt(0)}${page}`
    const conversation = this.findOrCreateConversation(page, { id: psid, name })
    return this.keepMessage(conversation, { from: conversation.person, to: { id: page }, text, attachments }).id
  }

  private findOrCreateConversation(page: string, person: Any): Any {
    const known = [...this.conversations.values()].find((one) => one.page === page && one.person.id === person.id)
    const made = known ?? { id: `t_${this.nextId()}`, page, person, messages: [], updated: new Date() }
    this.conversations.set(made.id, made)
    return made
  }

  private keepMessage(conversation: Any, { from, to, text, metadata, attachments = [] }: Any): Any {
    const created = new Date()
    const message = { id: `m_${nonce()}`, from, to, text, created, attachments }
    conversation.messages.unshift(message)
    conversation.updated = created
    const isEcho = from.id === conversation.page
    this.push(conversation.page, isEcho ? 'message_echoes' : 'messages', {
      messaging: [
        {
          sender: { id: from.id },
          recipient: { id: to.id },
          timestamp: created.getTime(),
          message: {
            mid: message.id,
            text,
            ...(isEcho && { is_echo: true, app_id: Number(this.app.id), ...(metadata && { metadata }) }),
          },
        },
      ],
    })
    return message
  }

  /** Reports that the person received and read a message of the page. */
  deliverAndRead(page: string, messageId: string): void {
    const conversation = [...this.conversations.values()].find(({ messages }) =>
      messages.some(({ id }: Any) => id === messageId),
    )
    const event = { sender: { id: conversation.person.id }, recipient: { id: page }, timestamp: Date.now() }
    const watermark = Date.now()
    this.push(page, 'message_deliveries', { messaging: [{ ...event, delivery: { mids: [messageId], watermark } }] })
    this.push(page, 'message_reads', { messaging: [{ ...event, read: { watermark } }] })
  }

  review(page: string, text: string, name = 'Visitor'): string {
    const rating = { page, story: this.nextId(), text, reviewer: { id: this.nextId(), name }, created: new Date() }
    this.ratings.unshift(rating)
    this.posts.set(`${page}_${rating.story}`, { page, isStory: true, comments: 0 })
    const value = {
      item: 'rating',
      verb: 'add',
      open_graph_story_id: rating.story,
      recommendation_type: 'POSITIVE',
      review_text: text,
      reviewer_id: rating.reviewer.id,
      reviewer_name: name,
      created_time: Math.floor(rating.created.getTime() / 1000),
    }
    this.push(page, 'ratings', { changes: [{ field: 'ratings', value }] })
    return rating.story
  }

  private listComments(call: GraphCall, id: string): FakeReply {
    const page = this.asPage(call, undefined, READ)
    const isPost = this.posts.get(id)?.page === page.id
    if (!isPost && !this.comments.has(id)) throw missing(id)
    const { filter = 'toplevel', order = 'chronological' } = call.params
    const all = [...this.comments.values()].filter(({ post, parent }) =>
      isPost ? post === id && (filter === 'stream' || parent === '') : parent === id,
    )
    return paginate((order === 'chronological' ? all : all.toReversed()).map(commentView), call.params)
  }

  private createComment(call: GraphCall, id: string): FakeReply {
    const page = this.asPage(call, undefined, ENGAGE)
    const parent = this.comments.get(id)
    const post = this.posts.get(parent?.post ?? id)
    if (post?.page !== page.id) throw missing(id)
    if (!call.params['message']) throw new GraphRefusal(100, '(#100) Param message must be given')
    const from = { id: page.id, name: page.name }
    const made = this.keepComment(parent?.post ?? id, { message: call.params['message'], from, parent: parent?.id })
    return ok(pick(commentView(made), call.params['fields']))
  }

  private listConversations(call: GraphCall, pageId: string): FakeReply {
    const page = this.asPage(call, pageId, MESSAGE)
    if (call.params['platform'] !== 'messenger') throw new GraphRefusal(100, '(#100) platform')
    const { user_id } = call.params
    const all = [...this.conversations.values()].filter(
      (one) => one.page === page.id && (user_id === undefined || one.person.id === user_id),
    )
    const views = all
      .toSorted((a, b) => b.updated.getTime() - a.updated.getTime())
      .map(({ id, person, updated }) => ({
        id,
        updated_time: graphTime(updated),
        participants: { data: [person, { id: page.id, name: page.name }] },
      }))
    return paginate(views, call.params)
  }

  private listMessages(call: GraphCall, id: string): FakeReply {
    const page = this.asPage(call, undefined, MESSAGE)
    const conversation = this.conversations.get(id)
    if (conversation?.page !== page.id) throw missing(id)
    return paginate(conversation.messages.slice(0, 20).map(messageView), call.params)
  }

  private sendMessage(call: GraphCall, pageId: string): FakeReply {
    const page = this.asPage(call, pageId, MESSAGE)
    const { recipient, message, sender_action, messaging_type } = call.params
    const all = [...this.conversations.values()].filter((one) => one.page === page.id)
    const conversation = all.find(({ person }) => person.id === recipient?.id)
    if (!conversation) throw new GraphRefusal(100, '(#100) No matching user found', { subcode: 2_018_001 })
    if (sender_action) {
      if (sender_action !== 'mark_seen') throw new GraphRefusal(100, '(#100) sender_action')
      this.seen.push(recipient.id)
      return ok({ recipient_id: recipient.id })
    }
    if (messaging_type !== 'RESPONSE' || !message?.text) throw new GraphRefusal(100, '(#100) Param message')
    if (message.text.length > 2000) throw new GraphRefusal(100, '(#100) Length of param message[text] must be <= 2000')
    const last = conversation.messages.find(({ from }: Any) => from.id !== page.id)
    if (Date.now() - last.created.getTime() > DAY_MS)
      throw new GraphRefusal(10, '(#10) This message is sent outside of allowed window.', { subcode: 2_018_278 })
    const { text, metadata } = message
    const from = { id: page.id, name: page.name }
    const sent = this.keepMessage(conversation, { from, to: conversation.person, text, metadata })
    return ok({ recipient_id: recipient.id, message_id: sent.id })
  }

  private listRatings(call: GraphCall, pageId: string): FakeReply {
    const page = this.asPage(call, pageId, 'pages_read_user_content')
    if (this.isListOfRatingsWithdrawn)
      throw new GraphRefusal(12, '(#12) ratings is deprecated for versions v22.0 and higher')
    return paginate(this.ratings.filter((one) => one.page === page.id).map(ratingView), call.params)
  }

  private showInsights(call: GraphCall, id: string): FakeReply {
    this.asPage(call, undefined, 'read_insights')
    const { metric = '', period, since, until } = call.params
    const known = this.pages.has(id) ? INSIGHTS : POST_INSIGHTS
    const post = this.posts.get(id)
    if (!this.pages.has(id) && !post) throw missing(id)
    if (post?.video) throw new GraphRefusal(100, '(#100) Reels have no insights edge')
    const names = metric.split(',')
    if (names.some((name: string) => !known.has(name) || this.retiredMetrics.has(name)))
      throw new GraphRefusal(100, '(#100) The value must be a valid insights metric')
    if (post) return ok({ data: names.map((name: string) => ({ name, period: 'lifetime', values: [{ value: 7 }] })) })
    if (period !== 'day' || Date.parse(until) - Date.parse(since) > 93 * DAY_MS)
      throw new GraphRefusal(100, '(#100) There cannot be more than 93 days between since and until')
    return ok({ data: names.map((name: string) => buildDailySeries(name, { since, until, value: 5 })) })
  }

  private showVideoInsights(call: GraphCall, id: string): FakeReply {
    this.asPage(call, undefined, 'read_insights')
    if (!this.videos.has(id)) throw missing(id)
    return ok({ data: [{ name: 'blue_reels_play_count', values: [{ value: 44 }] }] })
  }

  private show(call: GraphCall, id: string): FakeReply {
    const page = this.asPage(call, undefined, READ)
    const [video, post, comment] = [this.videos.get(id), this.posts.get(id), this.comments.get(id)]
    const view =
      (this.pages.has(id) && page.id === id && pageView({ page, token: undefined })) ||
      (video && this.videoView(video)) ||
      (post && postView(post, this.app.id)) ||
      (comment && commentView(comment))
    if (!view) throw missing(id)
    return ok(pick(view, call.params['fields']))
  }

  private update(call: GraphCall, id: string): FakeReply {
    this.asPage(call, undefined, ENGAGE)
    const comment = this.comments.get(id)
    if (!comment) throw missing(id)
    const { is_hidden, message } = call.params
    if (message !== undefined) comment.message = message
    if (is_hidden !== undefined && comment.isHidden === (is_hidden === 'true'))
      throw new GraphRefusal(100, 'The comment is in this state already')
    if (is_hidden !== undefined) comment.isHidden = is_hidden === 'true'
    return ok({ success: true })
  }

  private remove(call: GraphCall, id: string): FakeReply {
    const page = this.asPage(call, undefined, this.comments.has(id) ? ENGAGE : PUBLISH)
    const comment = this.comments.get(id)
    const owner = this.posts.get(comment?.post ?? id)
    if (owner?.page !== page.id) throw missing(id)
    if (comment) this.comments.delete(id)
    else this.posts.delete(id)
    return ok({ success: true })
  }

  private listSubscriptions({ token }: GraphCall): FakeReply {
    if (token !== this.appToken)
      throw new GraphRefusal(15, '(#15) This method must be called with an app access_token.')
    return ok({ data: this.appSubscriptions })
  }

  private subscribeApp({ token, params }: GraphCall): FakeReply {
    if (token !== this.appToken)
      throw new GraphRefusal(15, '(#15) This method must be called with an app access_token.')
    const { object, callback_url, fields, verify_token } = params
    const names = fields.split(',').map((name: string) => ({ name, version: this.version }))
    this.appSubscriptions.push({ object, callback_url, active: true, fields: names, verify_token })
    return ok({ success: true })
  }

  private subscribePage(call: GraphCall, pageId: string): FakeReply {
    const page = this.asPage(call, pageId, 'pages_manage_metadata')
    this.subscriptions.set(page.id, call.params['subscribed_fields'].split(','))
    return ok({ success: true })
  }

  private unsubscribePage(call: GraphCall, pageId: string): FakeReply {
    const page = this.asPage(call, pageId, 'pages_manage_metadata')
    this.subscriptions.delete(page.id)
    return ok({ success: true })
  }
}
