import {
  type Any,
  type GraphCall,
  GraphRefusal,
  graphTime,
  missing,
  ok,
  paginate,
  pick,
  type Route,
} from './graph-fake.ts'
import { FakeInstagramInbox } from './instagram-inbox-fake.ts'
import type { FakeAccount } from './instagram-login-fake.ts'
import type { FakeReply } from './loopback.ts'

const DAY_MS = 86_400_000
const HOST = '(?:/fb)?'

/** The part of the Instagram API v25.0 that the connector uses, with both sign-ins, written from its documentation. */
export class FakeInstagram extends FakeInstagramInbox {
  protected readonly version = 'v25.0'
  readonly containers = new Map<string, Any>()
  readonly subscriptions = new Map<string, string[]>()
  readonly appSubscriptions: Any[] = []
  readonly pageSubscriptions = new Map<string, Any[]>()
  /** The number of reads of a container before it is ready; -1 makes its processing fail. */
  containerPolls = 0
  processingStatus = 'Error: Media upload has failed with error code 2207026'
  quota = { used: 0, total: 100 }

  protected readonly routes: readonly Route[] = [
    ['POST /fb/V/oauth/access_token', (call) => this.exchange(call)],
    ['GET /fb/V/debug_token', (call) => this.debug(call)],
    ['GET /fb/V/me', (call) => this.showMe(call)],
    ['GET /fb/V/me/permissions', (call) => this.listPermissions(call)],
    ['GET /fb/V/me/accounts', (call) => this.listAccounts(call)],
    ['GET /fb/V/me/businesses', (call) => this.listBusinesses(call)],
    ['GET /fb/V/(\\d+)/subscriptions', (call) => this.listSubscriptions(call)],
    ['POST /fb/V/(\\d+)/subscriptions', (call) => this.subscribeApp(call)],
    ['GET /fb/V/(\\d+)/subscribed_apps', (call, page = '') => this.listPageSubscriptions(call, page)],
    ['POST /fb/V/(\\d+)/subscribed_apps', (call, page = '') => this.subscribePage(call, page)],
    ['POST /api/oauth/access_token', (call) => this.exchangeAtInstagram(call)],
    ['GET /access_token', (call) => this.makeLong(call)],
    ['GET /refresh_access_token', (call) => this.extend(call)],
    ['GET /V/me', (call) => this.showProfile(call)],
    ['POST /V/(\\d+)/subscribed_apps', (call, id = '') => this.subscribe(call, id)],
    ['DELETE /V/(\\d+)/subscribed_apps', (call, id = '') => this.unsubscribe(call, id)],
    [`GET ${HOST}/V/(\\d+)/content_publishing_limit`, (call, id = '') => this.showQuota(call, id)],
    [`POST ${HOST}/V/(\\d+)/media`, (call, id = '') => this.createContainer(call, id)],
    [`POST ${HOST}/V/(\\d+)/media_publish`, (call, id = '') => this.publish(call, id)],
    [`GET ${HOST}/V/(\\d+)/(media|stories)`, (call, id = '', edge = '') => this.listMedia(call, id, edge)],
    [`GET ${HOST}/V/(\\d+)/(comments|replies)`, (call, id = '') => this.listComments(call, id)],
    [`POST ${HOST}/V/(\\d+)/(comments|replies)`, (call, id = '', edge = '') => this.createComment(call, id, edge)],
    [`GET ${HOST}/V/(\\d+)/conversations`, (call, id = '') => this.listConversations(call, id)],
    [`GET ${HOST}/V/(t_\\w+)/messages`, (call, id = '') => this.listMessages(call, id)],
    [`POST ${HOST}/V/(\\d+)/messages`, (call, id = '') => this.sendMessage(call, id)],
    [`GET ${HOST}/V/(\\d+)/insights`, (call, id = '') => this.showInsights(call, id)],
    [`GET ${HOST}/V/(\\w+)`, (call, id = '') => this.show(call, id)],
    [`POST ${HOST}/V/(\\d+)`, (call, id = '') => this.hide(call, id)],
    [`DELETE ${HOST}/V/(\\d+)`, (call, id = '') => this.remove(call, id)],
  ]

  private actAsOwner(call: GraphCall, id: string, scope: string): FakeAccount {
    const account = this.actAs(call, scope)
    if (account.id !== id) throw missing(id)
    return account
  }

  private showProfile(call: GraphCall): FakeReply {
    const { id, username, name, accountType: account_type } = this.actAs(call, 'basic')
    const profile_picture_url = 'https://example.com/face.jpg'
    return ok(pick({ id: '1', user_id: id, username, name, account_type, profile_picture_url }, call.params['fields']))
  }

  private showQuota(call: GraphCall, id: string): FakeReply {
    this.actAsOwner(call, id, 'content_publish')
    const { used: quota_usage, total: quota_total } = this.quota
    return ok({ data: [{ quota_usage, config: { quota_total, quota_duration: 86_400 } }] })
  }

  private createContainer(call: GraphCall, id: string): FakeReply {
    const account = this.actAsOwner(call, id, 'content_publish')
    const { image_url, video_url, media_type, caption = '', is_carousel_item, children, alt_text } = call.params
    const url = image_url ?? video_url
    if (media_type !== 'CAROUSEL' && !URL.canParse(url)) throw new GraphRefusal(9004, 'fetch', { subcode: 2_207_052 })
    if (video_url && !['VIDEO', 'REELS', 'STORIES'].includes(media_type)) throw new GraphRefusal(100, 'media_type')
    if (caption.length > 2200) throw new GraphRefusal(36_004, 'The caption was too long.', { subcode: 2_207_010 })
    const items = children?.split(',').map((one: string) => this.containers.get(one)) ?? []
    if (media_type === 'CAROUSEL') {
      if (items.length < 2 || items.length > 10) throw new GraphRefusal(9007, 'carousel', { subcode: 2_207_028 })
      if (items.some((item: Any) => item?.account !== account.id || !item.isItem || item.polls > 0))
        throw new GraphRefusal(9007, 'The media is not ready', { subcode: 2_207_027 })
    }
    const container = {
      id: this.nextId(),
      account: account.id,
      isItem: is_carousel_item === 'true',
      type: media_type ?? 'IMAGE',
      caption,
      alt: alt_text,
      url,
      items,
      polls: this.containerPolls,
      published: '',
      isExpired: false,
    }
    this.containers.set(container.id, container)
    return ok({ id: container.id })
  }

  private pollContainerStatus(container: Any): string {
    if (container.published) return 'PUBLISHED'
    if (container.isExpired) return 'EXPIRED'
    if (container.polls < 0) return 'ERROR'
    return container.polls-- > 0 ? 'IN_PROGRESS' : ((container.polls = 0), 'FINISHED')
  }

  private publish(call: GraphCall, id: string): FakeReply {
    const account = this.actAsOwner(call, id, 'content_publish')
    const container = this.containers.get(call.params['creation_id'])
    if (container?.account !== account.id || container.isItem || container.isExpired)
      throw new GraphRefusal(24, 'The requested resource does not exist', { subcode: 2_207_008 })
    if (container.published) throw new GraphRefusal(9007, 'Already published', { subcode: 2_207_006 })
    if (container.polls !== 0) throw new GraphRefusal(9007, 'Not ready', { subcode: 2_207_027 })
    if (this.quota.used >= this.quota.total) throw new GraphRefusal(9, 'Limit', { subcode: 2_207_042 })
    const { caption, type } = container
    container.published = this.keepMedia(account, { caption, type }).id
    return ok({ id: container.published })
  }

  /** Publishes without the connector. */
  keepMedia(account: FakeAccount, { caption = '', type = 'IMAGE' } = {}): Any {
    const id = `179${this.nextId()}`
    const media = { id, account: account.id, caption: caption.trim(), type, created: new Date(), likes: 0 }
    this.media.set(id, media)
    return media
  }

  private mediaView({ id, caption, type, created, likes }: Any): Any {
    const comments = [...this.comments.values()].filter(({ media }) => media === id)
    const last = comments.findLast(({ parent }) => !parent)
    return {
      id,
      caption: caption || undefined,
      media_type: type,
      timestamp: graphTime(created),
      permalink: `https://www.instagram.com/p/${id}/`,
      like_count: likes,
      comments_count: comments.length,
      comments: last && { data: [this.commentView(last)] },
    }
  }

  private listMedia(call: GraphCall, id: string, edge: string): FakeReply {
    const account = this.actAsOwner(call, id, 'basic')
    const all = [...this.media.values()].filter(
      (media) => media.account === account.id && (media.type === 'STORIES') === (edge === 'stories'),
    )
    return paginate(
      all.toReversed().map((media) => this.mediaView(media)),
      call.params,
    )
  }

  private showInsights(call: GraphCall, id: string): FakeReply {
    const account = this.actAs(call, 'manage_insights')
    const { metric = '', period, metric_type, since, until } = call.params
    const names: string[] = metric.split(',')
    const media = this.media.get(id)
    if (media) {
      const known = media.type === 'STORIES' ? ['views', 'reach', 'shares'] : ['views', 'reach', 'shares', 'saved']
      if (names.some((name) => !known.includes(name))) throw new GraphRefusal(100, '(#100) metric must be one of')
      return ok({ data: names.map((name) => ({ name, period: 'lifetime', values: [{ value: 6 }] })) })
    }
    if (account.id !== id) throw missing(id)
    const days = (Date.parse(until) - Date.parse(since)) / DAY_MS
    if (period !== 'day' || days > 30) throw new GraphRefusal(100, '(#100) There cannot be more than 30 days')
    if (metric_type === 'total_value') {
      if (names.some((name) => !['views', 'total_interactions'].includes(name)))
        throw new GraphRefusal(100, '(#100) metric')
      return ok({ data: names.map((name) => ({ name, period, total_value: { value: 11 } })) })
    }
    if (metric !== 'reach')
      throw new GraphRefusal(100, '(#100) should be specified with parameter metric_type=total_value')
    const values = Array.from({ length: days }, (_, index) => ({
      value: 3,
      end_time: graphTime(new Date(Date.parse(since) + (index + 1) * DAY_MS + 7 * 3_600_000)),
    }))
    return ok({ data: [{ name: 'reach', period, values }] })
  }

  private show(call: GraphCall, id: string): FakeReply {
    const account = this.actAs(call, 'basic')
    const container = this.containers.get(id)
    const media = this.media.get(id)
    if ((container ?? media ?? account).account !== account.id && id !== account.id) throw missing(id)
    const status_code = container && this.pollContainerStatus(container)
    const view = (container && {
      id,
      status_code,
      status: status_code === 'ERROR' ? this.processingStatus : status_code,
    }) ??
      (media && this.mediaView(media)) ?? {
        id,
        username: account.username,
        followers_count: account.followers,
        media_count: [...this.media.values()].filter((one) => one.account === id).length,
      }
    return ok(pick(view, call.params['fields']))
  }

  private subscribe(call: GraphCall, id: string): FakeReply {
    const account = this.actAsOwner(call, id, 'basic')
    this.subscriptions.set(account.id, call.params['subscribed_fields'].split(','))
    return ok({ success: true })
  }

  private unsubscribe(call: GraphCall, id: string): FakeReply {
    this.subscriptions.delete(this.actAsOwner(call, id, 'basic').id)
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

  private listPageSubscriptions(call: GraphCall, pageId: string): FakeReply {
    const page = this.asPage(call, pageId, 'pages_manage_metadata')
    return paginate(this.pageSubscriptions.get(page.id) ?? [], call.params)
  }

  private subscribePage(call: GraphCall, pageId: string): FakeReply {
    const page = this.asPage(call, pageId, 'pages_manage_metadata')
    const subscribed_fields = call.params['subscribed_fields'].split(',')
    this.pageSubscriptions.set(page.id, [{ id: this.app.id, subscribed_fields }])
    return ok({ success: true })
  }
}
