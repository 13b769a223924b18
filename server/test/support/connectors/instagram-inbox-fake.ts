import { type Any, type GraphCall, GraphRefusal, graphTime, missing, nonce, ok, paginate } from './graph-fake.ts'
import { type FakeAccount, FakeInstagramLogin } from './instagram-login-fake.ts'
import type { FakeReply } from './loopback.ts'

const DAY_MS = 86_400_000

/** Comments and direct messages. */
export abstract class FakeInstagramInbox extends FakeInstagramLogin {
  readonly media = new Map<string, Any>()
  readonly comments = new Map<string, Any>()
  readonly conversations = new Map<string, Any>()
  readonly pushes: { account: string; push: ReturnType<FakeInstagramLogin['sign']> }[] = []

  /** Writes a visitor's comment under a post or a comment. */
  comment(mediaId: string, text: string, { username = 'visitor', parent = '' } = {}): string {
    return this.keepComment(mediaId, { text, from: { id: `9${username.length}`, username }, parent }).id
  }

  private keepComment(mediaId: string, { text, from, parent = '' }: Any): Any {
    const comment = {
      id: `180${this.nextId()}`,
      media: mediaId,
      parent,
      text,
      from,
      created: new Date(),
      isHidden: false,
    }
    this.comments.set(comment.id, comment)
    const { account } = this.media.get(mediaId)
    const media = { id: mediaId, media_product_type: 'FEED' }
    const value = { id: comment.id, from, text, media, ...(parent && { parent_id: parent }) }
    this.push(account, { field: 'comments', value })
    return comment
  }

  private push(account: string, entry: object): void {
    const body = { object: 'instagram', entry: [{ id: account, time: Math.floor(Date.now() / 1000), ...entry }] }
    this.pushes.push({ account, push: this.sign(body, this.instagramApp.secret) })
  }

  protected commentView({ id, text, from, created, isHidden }: Any): Any {
    const replies = [...this.comments.values()].filter(({ parent }) => parent === id)
    return {
      id,
      text,
      from,
      username: from.username,
      timestamp: graphTime(created),
      hidden: isHidden,
      replies: replies.length > 0 ? { data: replies.map((one) => this.commentView(one)) } : undefined,
    }
  }

  protected listComments(call: GraphCall, id: string): FakeReply {
    const account = this.actAs(call, 'manage_comments')
    const parent = this.comments.get(id)
    const media = this.media.get(parent?.media ?? id)
    if (media?.account !== account.id) throw missing(id)
    const all = [...this.comments.values()].filter((one) =>
      parent ? one.parent === id : one.media === id && !one.parent,
    )
    const { limit = 50 } = call.params
    return paginate(
      all.toReversed().map((one) => this.commentView(one)),
      { ...call.params, limit: Math.min(50, limit) },
    )
  }

  protected createComment(call: GraphCall, id: string, edge: string): FakeReply {
    const account = this.actAs(call, 'manage_comments')
    const parent = edge === 'replies' ? this.comments.get(id) : undefined
    const media = this.media.get(parent?.media ?? id)
    if (media?.account !== account.id || (edge === 'replies' && !parent)) throw missing(id)
    if (!call.params['message']) throw new GraphRefusal(100, '(#100) message')
    const from = { id: account.id, username: account.username }
    return ok({ id: this.keepComment(media.id, { text: call.params['message'], from, parent: parent?.id }).id })
  }

  protected hide(call: GraphCall, id: string): FakeReply {
    const account = this.actAs(call, 'manage_comments')
    const comment = this.comments.get(id)
    if (!comment || this.media.get(comment.media).account !== account.id) throw missing(id)
    if (!['true', 'false'].includes(call.params['hide'])) throw new GraphRefusal(100, '(#100) hide')
    comment.isHidden = call.params['hide'] === 'true'
    return ok({ success: true })
  }

  protected remove(call: GraphCall, id: string): FakeReply {
    const account = this.actAs(call, 'manage_comments')
    const comment = this.comments.get(id)
    if (!comment || this.media.get(comment.media).account !== account.id) throw missing(id)
    this.comments.delete(id)
    return ok({ success: true })
  }

  /** Sends a visitor's message to the account. */
  message(accountId: string, text: string, username = 'visitor'): string {
    const person = { id: `6${username.length}${accountId}`, username }
    const known = [...this.conversations.values()].find(
      (one) => one.account === accountId && one.person.id === person.id,
    )
    const conversation = known ?? {
      id: `t_${this.nextId()}`,
      account: accountId,
      person,
      messages: [],
      updated: new Date(),
    }
    this.conversations.set(conversation.id, conversation)
    return this.keepMessage(conversation, { from: person, to: { id: accountId }, text }).id
  }

  private keepMessage(conversation: Any, { from, to, text }: Any): Any {
    const created = new Date()
    const message = { id: `aWdf${nonce()}`, from, to, text, created }
    conversation.messages.unshift(message)
    conversation.updated = created
    const isEcho = from.id === conversation.account
    const pushed = { mid: message.id, text, ...(isEcho && { is_echo: true }) }
    const event = { sender: { id: from.id }, recipient: { id: to.id }, timestamp: created.getTime(), message: pushed }
    this.push(conversation.account, { messaging: [event] })
    return message
  }

  /** Reports that the person read a message of the account. */
  read(accountId: string, mid: string): void {
    const event = { sender: { id: '6' }, recipient: { id: accountId }, timestamp: Date.now(), read: { mid } }
    this.push(accountId, { messaging: [event] })
  }

  /** Returns the account whose messages the account's id names at Instagram, and its page's id at Facebook. */
  private messagesOwner(call: GraphCall, id: string): FakeAccount {
    const account = this.actAs(call, 'manage_messages')
    const owner = call.request.path.startsWith('/fb') ? this.signedIn(call).page?.id : account.id
    if (owner !== id) throw missing(id)
    return account
  }

  protected listConversations(call: GraphCall, id: string): FakeReply {
    const account = this.messagesOwner(call, id)
    const { platform, user_id } = call.params
    if (platform !== 'instagram') throw new GraphRefusal(100, '(#100) platform')
    const all = [...this.conversations.values()].filter(
      (one) => one.account === account.id && (user_id === undefined || one.person.id === user_id),
    )
    const views = all
      .toSorted((a, b) => b.updated.getTime() - a.updated.getTime())
      .map(({ id: own, person, updated }) => ({
        id: own,
        updated_time: graphTime(updated),
        participants: { data: [{ id: '1', username: account.username }, person] },
      }))
    return paginate(views, call.params)
  }

  protected listMessages(call: GraphCall, id: string): FakeReply {
    const account = this.actAs(call, 'manage_messages')
    const conversation = this.conversations.get(id)
    if (conversation?.account !== account.id) throw missing(id)
    const views = conversation.messages.slice(0, 20).map(({ id: mid, text, from, to, created }: Any) => ({
      id: mid,
      message: text,
      from: from.id === account.id ? { id: '1', username: account.username } : from,
      to: { data: [to] },
      created_time: graphTime(created),
      attachments: undefined,
    }))
    return paginate(views, call.params)
  }

  protected sendMessage(call: GraphCall, id: string): FakeReply {
    const account = this.messagesOwner(call, id)
    const { recipient, message } = call.params
    const all = [...this.conversations.values()].filter((one) => one.account === account.id)
    const conversation = all.find(({ person }) => person.id === recipient?.id)
    if (!conversation) throw new GraphRefusal(100, 'No matching user found', { subcode: 2_534_014 })
    if (!message?.text || Buffer.byteLength(message.text) > 1000)
      throw new GraphRefusal(100, 'text', { subcode: 2_534_015 })
    const last = conversation.messages.find(({ from }: Any) => from.id !== account.id)
    if (Date.now() - last.created.getTime() > DAY_MS)
      throw new GraphRefusal(10, 'This message is sent outside of allowed window.', { subcode: 2_534_022 })
    const from = { id: account.id, username: account.username }
    const sent = this.keepMessage(conversation, { from, to: conversation.person, text: message.text })
    return ok({ recipient_id: recipient.id, message_id: sent.id })
  }
}
