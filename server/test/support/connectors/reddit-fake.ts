import { parseMultipartForm } from './forms.ts'
import type { FakeReply, ReceivedRequest } from './loopback.ts'
import {
  type Any,
  api,
  BUCKET,
  CLIENT,
  http,
  listing,
  nonce,
  ok,
  paginate,
  RedditState,
  Refusal,
  seconds,
  things,
  withLimits,
} from './reddit-state.ts'

/** The part of Reddit's API that we use, after its documentation and the reports of other developers. */
export class FakeReddit extends RedditState {
  protected override respond(request: ReceivedRequest): FakeReply {
    this.requests.push(request)
    try {
      if (request.path.startsWith('/s3')) return this.receiveFile(request)
      if (!/^server:[\w-]+:v\S+( \(by \/u\/[\w-]+\))?$/.test(request.headers['user-agent'] ?? ''))
        throw http(429, 'Too Many Requests')
      const form = String(request.headers['content-type']).startsWith('application/x-www-form-urlencoded')
        ? Object.fromEntries(new URLSearchParams(request.bytes.toString('utf8')))
        : {}
      for (const [pattern, handler] of this.routes) {
        const match = new RegExp(`^${pattern}$`).exec(`${request.method} ${request.path}`)
        if (match) return withLimits(handler({ request, form, query: request.query }, match[1] ?? ''))
      }
      throw http(404, 'Not Found')
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return error.reply
    }
  }

  private readonly routes: [string, (call: Any, id: string) => FakeReply][] = [
    ['POST /www/api/v1/access_token', (call) => this.token(call)],
    ['POST /www/api/v1/revoke_token', (call) => this.revoke(call)],
    ['GET /api/api/v1/me', (call) => ok(this.me(this.authorize(call, 'identity')))],
    ['GET /api/subreddits/mine/subscriber', (call) => this.mine(call)],
    ['GET /api/api/v1/(\\w+)/post_requirements', (call, name) => this.requirements(call, name)],
    [
      'GET /api/r/(\\w+)/about',
      (call, name) => ok({ kind: 't5', data: this.visible(this.authorize(call, 'read'), name) }),
    ],
    ['POST /api/api/media/asset.json', (call) => this.lease(call)],
    ['POST /api/api/submit', (call) => this.submit(call)],
    ['GET /api/user/(\\w+)/submitted', (call, name) => this.submitted(call, name)],
    ['GET /api/api/info', (call) => this.info(call)],
    ['GET /api/comments/(\\w+)', (call, id) => this.tree(call, id)],
    ['POST /api/api/comment', (call) => this.write(call)],
    ['POST /api/api/del', (call) => this.remove(call)],
    ['POST /api/api/(remove|approve)', (call, how) => this.moderate(call, how)],
    ['GET /api/message/(inbox|sent)', (call, folder) => this.folder(call, folder)],
    ['POST /api/api/compose', (call) => this.compose(call)],
    ['POST /api/api/read_message', (call) => this.markRead(call)],
  ]

  private client({ request }: Any): void {
    const credentials = Buffer.from(String(request.headers.authorization).replace('Basic ', ''), 'base64').toString()
    if (credentials !== `${CLIENT.client_id}:${CLIENT.client_secret}`) throw http(401, 'Unauthorized')
  }

  private token(call: Any): FakeReply {
    this.client(call)
    const { grant_type, code, redirect_uri, refresh_token } = call.form
    if (grant_type === 'refresh_token') {
      const known = this.refreshes.get(refresh_token)
      // Reddit names no error here.
      if (!known) throw http(400, 'Bad Request')
      return this.grant(known)
    }
    const approval = this.codes.get(code)
    this.codes.delete(code)
    if (!approval || approval.back !== redirect_uri) return ok({ error: 'invalid_grant' })
    const refresh = nonce()
    this.refreshes.set(refresh, approval)
    return this.grant(approval, { refresh_token: refresh })
  }

  private grant(approval: Any, more: object = {}): FakeReply {
    const access_token = nonce()
    this.tokens.set(access_token, approval)
    return ok({ access_token, token_type: 'bearer', expires_in: 86_400, scope: approval.scopes.join(' '), ...more })
  }

  private revoke(call: Any): FakeReply {
    this.client(call)
    const { token } = call.form
    const person = this.refreshes.get(token)?.person
    this.refreshes.delete(token)
    for (const [access, one] of this.tokens) if (one.person === person) this.tokens.delete(access)
    return { status: 204, body: '' }
  }

  private authorize({ request }: Any, scope: string): Any {
    if (this.throttled > 0 && this.throttled--)
      throw new Refusal(
        429,
        { message: 'Too Many Requests', error: 429 },
        { 'x-ratelimit-used': '1000', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '321' },
      )
    const known = this.tokens.get(String(request.headers.authorization).replace('Bearer ', ''))
    if (!known) throw http(401, 'Unauthorized')
    if (!known.scopes.includes(scope))
      throw new Refusal(
        403,
        { message: 'Forbidden', error: 403 },
        { 'www-authenticate': 'Bearer realm="reddit", error="insufficient_scope"' },
      )
    return known.person
  }

  private me({ id, name, is_suspended = false }: Any) {
    return {
      id,
      name,
      is_suspended,
      icon_img: 'https://example.com/i.png?x=1',
      subreddit: { display_name: `u_${name}` },
    }
  }

  private visible({ name: who }: Any, name: string): Any {
    const found = this.subreddits.get(name)
    if (!found) throw http(404, 'Not Found')
    if (found.subreddit_type === 'private') throw http(403, 'Forbidden', { reason: 'private' })
    const { moderators, requirements: _requirements, ...shown } = found
    return {
      ...shown,
      user_is_moderator: moderators?.has(who) ?? false,
      user_is_contributor: false,
      user_is_banned: found.banned === who,
    }
  }

  private mine(call: Any): FakeReply {
    const person = this.authorize(call, 'mysubreddits')
    const all = [...person.joined].map((name) => ({
      kind: 't5',
      data: { name: `t5_${name}`, ...this.visible(person, name) },
    }))
    return ok(paginate(all, call.query))
  }

  private requirements(call: Any, name: string): FakeReply {
    this.authorize(call, 'submit')
    return ok(this.subreddits.get(name)?.requirements ?? {})
  }

  private lease(call: Any): FakeReply {
    this.authorize(call, 'submit')
    const { filepath, mimetype } = call.form
    if (!filepath || !['image/png', 'image/jpeg', 'image/gif'].includes(mimetype)) throw http(400, 'Bad Request')
    const id = this.next()
    this.assets.set(id, { uploaded: false })
    const fields = Object.entries({
      acl: 'private',
      key: `rte_images/${id}`,
      'X-Amz-Signature': 'abc',
      success_action_status: '201',
    })
    return ok({
      args: { action: BUCKET.replace('https:', ''), fields: fields.map(([name, value]) => ({ name, value })) },
      asset: { asset_id: id },
    })
  }

  private receiveFile(request: ReceivedRequest): FakeReply {
    const { fields, files } = parseMultipartForm(request)
    const asset = this.assets.get((fields['key'] ?? '').replace('rte_images/', ''))
    if (request.headers.authorization || !asset || files[0]?.name !== 'file' || fields['X-Amz-Signature'] !== 'abc')
      return { status: 403, body: '<Error><Code>AccessDenied</Code></Error>' }
    if ((files[0]?.bytes.length ?? 0) > 20_000)
      return { status: 400, body: '<Error><Code>EntityTooLarge</Code></Error>' }
    asset.uploaded = true
    return { status: 201, body: `<PostResponse><Location>x</Location></PostResponse>` }
  }

  private submit(call: Any): FakeReply {
    const person = this.authorize(call, 'submit')
    const { form } = call
    if (form.api_type !== 'json') throw http(400, 'Bad Request')
    this.refuse()
    const subreddit = this.subreddits.get(form.sr)
    if (!subreddit)
      throw api('SUBREDDIT_NOEXIST', "Hmm, that community doesn't exist. Try checking the spelling.", 'sr')
    if (subreddit.banned === person.name)
      throw api('SUBREDDIT_NOTALLOWED', 'This community only allows trusted members to post here', 'sr')
    if (!form.title?.trim()) throw api('NO_TEXT', 'we need something here', 'title')
    if ([...form.title].length > 300) throw api('TOO_LONG', 'This field must be under 300 characters', 'title')
    if (form.kind === 'link' && !form.url) throw api('NO_URL', 'a url is required', 'url')
    const id = this.next()
    const permalink = `/r/${form.sr}/comments/${id}/post/`
    const post = {
      id,
      name: `t3_${id}`,
      permalink,
      subreddit: form.sr,
      title: form.title,
      author: person.name,
      selftext: form.kind === 'self' ? (form.text ?? '') : '',
      is_self: form.kind === 'self',
      url: form.kind === 'link' ? form.url : `https://www.reddit.com${permalink}`,
      over_18: form.nsfw === 'true',
      spoiler: form.spoiler === 'true',
      link_flair_template_id: form.flair_id ?? null,
      created_utc: seconds(),
      score: 1,
      num_crossposts: 0,
    }
    if (form.kind !== 'image') {
      this.posts.set(post.name, post)
      return ok({ json: { errors: [], data: { url: post.url, drafts_count: 0, id, name: post.name } } })
    }
    const asset = /rte_images\/(\w+)$/.exec(form.url)?.[1] ?? ''
    if (!this.assets.get(asset)?.uploaded || !form.url.startsWith(BUCKET))
      throw api('BAD_URL', 'invalid image url', 'url')
    const made = { ...post, url: `https://i.redd.it/${asset}.png` }
    if (this.isSlow) this.processing.push(made)
    else this.posts.set(post.name, made)
    return ok({
      json: {
        errors: [],
        data: {
          user_submitted_page: 'https://www.reddit.com/user/x/submitted/',
          websocket_url: 'wss://ws.wss.redditmedia.com/x',
        },
      },
    })
  }

  private refuse(): void {
    const { refusal } = this
    this.refusal = undefined
    if (refusal) throw refusal
  }

  refuseNext(code: string, message: string): void {
    this.refusal = api(code, message, 'sr')
  }

  private submitted(call: Any, name: string): FakeReply {
    this.authorize(call, 'history')
    const own = [...this.posts.values()].filter((one) => one.author === name).toReversed()
    return ok(
      paginate(
        own.map((data) => ({ kind: 't3', data: this.view(data) })),
        call.query,
      ),
    )
  }

  private view(post: Any): Any {
    return {
      ...post,
      num_comments: [...this.comments.values()].filter((one) => one.link_id === post.name && one.author !== '[deleted]')
        .length,
    }
  }

  private info(call: Any): FakeReply {
    this.authorize(call, 'read')
    const ids = String(call.query.get('id')).split(',')
    if (ids.length > 100) throw http(400, 'Bad Request')
    const found = ids.flatMap((id) => {
      const [post, comment] = [this.posts.get(id), this.comments.get(id)]
      return post ? [{ kind: 't3', data: this.view(post) }] : comment ? [{ kind: 't1', data: comment }] : []
    })
    return ok({ kind: 'Listing', data: { after: null, children: found } })
  }

  private tree(call: Any, id: string): FakeReply {
    this.authorize(call, 'read')
    const post = this.posts.get(`t3_${id}`)
    if (!post) throw http(404, 'Not Found')
    const under = (parent: string): Any =>
      listing(
        [...this.comments.values()]
          .filter((one) => one.parent_id === parent)
          .map((one) => ({ kind: 't1', data: { ...one, replies: this.hasReplies(one.name) ? under(one.name) : '' } })),
      )
    return ok([listing([{ kind: 't3', data: this.view(post) }]), under(post.name)])
  }

  private hasReplies(name: string): boolean {
    return [...this.comments.values()].some((one) => one.parent_id === name)
  }

  private write(call: Any): FakeReply {
    const person = this.authorize(call, call.form.thing_id?.startsWith('t4_') ? 'privatemessages' : 'submit')
    const { thing_id, text } = call.form
    this.refuse()
    if (!text?.trim()) throw api('NO_TEXT', 'we need something here', 'text')
    const message = this.messages.find((one) => one.name === thing_id)
    if (message) return things('t4', this.addMessage(person.name, message.author, text))
    const parent = this.comments.get(thing_id) ?? this.posts.get(thing_id)
    if (!parent) throw http(403, 'Forbidden')
    if (parent.author === '[deleted]') throw api('DELETED_COMMENT', 'that comment has been deleted', 'parent')
    return things('t1', this.addComment(person, thing_id, text))
  }

  private remove(call: Any): FakeReply {
    const person = this.authorize(call, 'edit')
    const thing = this.posts.get(call.form.id) ?? this.comments.get(call.form.id)
    if (thing?.author === person.name) {
      if (this.posts.has(call.form.id)) this.posts.delete(call.form.id)
      else Object.assign(thing, { author: '[deleted]', author_fullname: undefined, body: '[deleted]' })
    }
    return ok({})
  }

  private moderate(call: Any, how: string): FakeReply {
    const person = this.authorize(call, 'modposts')
    const comment = this.comments.get(call.form.id)
    const subreddit = this.subreddits.get(this.posts.get(comment?.link_id)?.subreddit)
    if (!comment || !(subreddit?.moderators?.has(person.name) ?? subreddit?.display_name === `u_${person.name}`))
      throw http(403, 'Forbidden')
    comment.removed = how === 'remove'
    return ok({})
  }

  private folder(call: Any, folder: string): FakeReply {
    const { name } = this.authorize(call, 'privatemessages')
    const key = folder === 'inbox' ? 'dest' : 'author'
    const own = this.messages.filter((one) => one[key].toLowerCase() === name.toLowerCase()).toReversed()
    return ok(
      paginate(
        own.map((data) => ({ kind: 't4', data })),
        call.query,
      ),
    )
  }

  private compose(call: Any): FakeReply {
    const { name } = this.authorize(call, 'privatemessages')
    const { to, subject, text } = call.form
    this.refuse()
    if (!subject) throw api('NO_SUBJECT', 'please enter a subject', 'subject')
    const person = [...this.people.keys()].find((one) => one.toLowerCase() === to.toLowerCase())
    if (!person) throw api('USER_DOESNT_EXIST', "that user doesn't exist", 'to')
    this.addMessage(name, person, text)
    return ok({ json: { errors: [] } })
  }

  private markRead(call: Any): FakeReply {
    this.authorize(call, 'privatemessages')
    const message = this.messages.find((one) => one.name === call.form.id)
    if (!message) throw http(400, 'Bad Request')
    message.new = false
    return ok({})
  }
}
