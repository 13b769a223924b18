import { randomBytes } from 'node:crypto'
import type { RawPush } from './fixture.ts'
import { parseMultipartForm } from './forms.ts'
import { type FakeReply, type PlannedFault, type ReceivedRequest, serve } from './loopback.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- updates of every shape
type Any = any

interface Bot {
  readonly id: number
  readonly username: string
  readonly token: string
  webhook: { url: string; secret: string; updates: readonly string[] } | undefined
  webhookError: string | undefined
}

interface Chat {
  readonly id: number
  readonly type: string
  readonly title: string
  readonly username?: string
  /** The bot's membership, as getChatMember returns it. */
  member: Any
  /** Set when the group became a supergroup. */
  migratedTo?: number
}

class Refusal extends Error {
  readonly status: number
  readonly parameters: object | undefined
  constructor(status: number, description: string, parameters?: object) {
    super(description)
    this.status = status
    this.parameters = parameters
  }
}

const bad = (text: string, parameters?: object) => new Refusal(400, `Bad Request: ${text}`, parameters)
const FILES = { sendPhoto: 'photo', sendVideo: 'video', sendAnimation: 'animation', sendDocument: 'document' } as const

/** The part of Telegram's Bot API 10.1 that we use, written after its documentation and the source of its server. */
export class FakeTelegram {
  readonly bots = new Map<string, Bot>()
  readonly chats = new Map<number, Chat>()
  readonly messages: Any[] = []
  readonly files = new Map<string, { path: string; bytes: Buffer }>()
  readonly faults: PlannedFault[] = []
  /** Every call with its parameters and its result, for the description. */
  readonly calls: { method: string; params: Record<string, unknown>; result: unknown }[] = []
  readonly updates: { bot: Bot; update: Any }[] = []
  /** Messages that are too old to be deleted. */
  readonly undeletable = new Set<number>()
  /** Repeats the request in its errors. */
  echoes = false
  throttled = 0
  url = ''
  private last = 1000

  async start(): Promise<this> {
    this.url = await serve((request) => this.respond(request), this.faults)
    return this
  }

  addBot(): Bot {
    const id = 7_000_000_000 + this.next()
    const token = `${id}:${randomBytes(26).toString('base64url')}`
    const bot = { id, username: `example_${id}_bot`, token, webhook: undefined, webhookError: undefined }
    this.bots.set(token, bot)
    return bot
  }

  addChannel(username: string, member: object = ADMIN): Chat {
    return this.addChat({
      id: -1_000_000_000_000 - this.next(),
      type: 'channel',
      title: `${username}!`,
      username,
      member,
    })
  }

  addChat(chat: Chat): Chat {
    this.chats.set(chat.id, chat)
    return chat
  }

  /** A person writes to the bot; Telegram sends it to the webhook. */
  write(bot: Bot, message: object, person = 4242): Any {
    const chat = { id: person, type: 'private', first_name: 'Ada', last_name: 'Example' }
    this.chats.set(person, { ...chat, title: 'Ada', member: { status: 'member' } })
    const from = { id: person, is_bot: false, first_name: 'Ada', last_name: 'Example', username: 'ada_example' }
    const sent = { message_id: this.next(), date: now(), chat, from, ...message }
    this.updates.push({ bot, update: { update_id: this.next(), message: sent } })
    return sent
  }

  edit(bot: Bot, message: Any, text: string): void {
    const edited = { ...message, text, edit_date: now() }
    this.updates.push({ bot, update: { update_id: this.next(), edited_message: edited } })
  }

  /** Builds the request that Telegram sends to the webhook of a bot. */
  buildPush({ bot, update }: { bot: Bot; update: Any }): RawPush {
    const { url, secret } = bot.webhook ?? { url: 'https://example.com/', secret: '' }
    return {
      body: JSON.stringify(update),
      headers: { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': secret },
      query: Object.fromEntries(new URL(url).searchParams),
    }
  }

  private next(): number {
    return ++this.last
  }

  private respond(request: ReceivedRequest): FakeReply {
    const [, prefix = '', token = '', method = ''] = /^(?:\/(file))?\/bot([^/]+)\/(.+)$/.exec(request.path) ?? []
    const bot = this.bots.get(token)
    try {
      if (this.throttled > 0 && this.throttled--)
        throw new Refusal(429, 'Too Many Requests: retry after 7', { retry_after: 7 })
      if (!/^\d+:[\w-]+$/.test(token)) throw new Refusal(404, 'Not Found')
      if (!bot) throw new Refusal(401, 'Unauthorized')
      if (prefix === 'file') return this.serveFile(method)
      const params = readParams(request)
      const handle = this.methods[method]
      if (!handle || request.method !== 'POST') throw new Refusal(404, 'Not Found: method not found')
      const result = handle(bot, params, method)
      this.calls.push({ method, params, result })
      return { status: 200, body: { ok: true, result } }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const description = this.echoes ? `${error.message} (${request.path})` : error.message
      return {
        status: error.status,
        body: {
          ok: false,
          error_code: error.status,
          description,
          ...(error.parameters && { parameters: error.parameters }),
        },
      }
    }
  }

  private readonly methods: Record<string, (bot: Bot, params: Any, method: string) => unknown> = {
    getMe: (bot) => ({
      ...toBotUser(bot),
      can_join_groups: true,
      can_read_all_group_messages: false,
      supports_inline_queries: false,
    }),
    getChat: (bot, { chat_id }) => this.describe(this.resolveChat(bot, chat_id)),
    getChatMember: (bot, { chat_id, user_id }) => {
      if (user_id !== bot.id) throw bad('user not found')
      return { user: toBotUser(bot), ...this.resolveChat(bot, chat_id).member }
    },
    getWebhookInfo: ({ webhook, webhookError }) => ({
      url: webhook?.url ?? '',
      has_custom_certificate: false,
      pending_update_count: 0,
      ...(webhookError !== undefined && { last_error_date: now(), last_error_message: webhookError }),
    }),
    setWebhook: (bot, { url, secret_token = '', allowed_updates = [] }) => {
      if (!url.startsWith('https://')) throw bad('bad webhook: An HTTPS URL must be provided for webhook')
      if (!/^[\w-]{0,256}$/.test(secret_token)) throw bad('secret token contains illegal characters')
      bot.webhook = { url, secret: secret_token, updates: allowed_updates }
      return true
    },
    deleteWebhook: (bot) => {
      bot.webhook = undefined
      return true
    },
    sendMessage: (bot, params) => {
      const { text = '', parse_mode } = params
      if (String(text).trim() === '') throw bad('message text is empty')
      if ([...text].length > 4096) throw bad('message is too long')
      if (parse_mode === 'HTML' && (text.match(/<b>/g) ?? []).length !== (text.match(/<\/b>/g) ?? []).length)
        throw bad(`can't parse entities: Can't find end tag corresponding to start tag "b"`)
      return this.store(bot, params, { text })
    },
    ...Object.fromEntries(
      Object.keys(FILES).map((name) => [name, (bot: Bot, params: Any) => this.sendFile(bot, params, name)]),
    ),
    sendMediaGroup: (bot, params) => this.sendAlbum(bot, params),
    deleteMessage: (bot, { chat_id, message_id }) => {
      const chat = this.resolveChat(bot, chat_id)
      const at = this.messages.findIndex((one) => one.chat.id === chat.id && one.message_id === message_id)
      if (at === -1) throw bad('message to delete not found')
      if (this.undeletable.has(message_id)) throw bad("message can't be deleted")
      this.messages.splice(at, 1)
      return true
    },
    getFile: (_bot, { file_id }) => {
      const file = this.files.get(file_id)
      if (!file) throw bad('wrong file_id or the file is temporarily unavailable')
      if (file.bytes.length > 20_000_000) throw bad('file is too big')
      return { file_id, file_unique_id: `u${file_id}`, file_size: file.bytes.length, file_path: file.path }
    },
  }

  private resolveChat(bot: Bot, name: unknown): Chat {
    const chat = [...this.chats.values()].find((one) => String(one.id) === String(name) || `@${one.username}` === name)
    if (!chat) throw bad('chat not found')
    if (chat.migratedTo !== undefined)
      throw bad('group chat was upgraded to a supergroup chat', { migrate_to_chat_id: chat.migratedTo })
    if (chat.member.status === 'kicked') throw new Refusal(403, `Forbidden: bot was kicked from the ${chat.type} chat`)
    if (chat.member.isBlocked) throw new Refusal(403, 'Forbidden: bot was blocked by the user')
    return bot && chat
  }

  private describe({ id, type, title, username }: Chat) {
    return {
      id,
      type,
      title,
      ...(username && { username }),
      accent_color_id: 1,
      max_reaction_count: 11,
      accepted_gift_types: {
        unlimited_gifts: true,
        limited_gifts: true,
        unique_gifts: true,
        premium_subscription: true,
        gifts_from_channels: true,
      },
      permissions: { can_send_messages: true },
    }
  }

  private store(bot: Bot, { chat_id }: Any, content: object): Any {
    const { id, type, title, username, member } = this.resolveChat(bot, chat_id)
    if (type === 'channel' && !member.can_post_messages) throw bad('need administrator rights in the channel chat')
    if (member.status === 'restricted' && !member.can_send_messages)
      throw bad('not enough rights to send text messages to the chat')
    const chat = {
      id,
      type,
      ...(type === 'private' ? { first_name: 'Ada' } : { title }),
      ...(username && { username }),
    }
    const message = { message_id: this.next(), date: now(), chat, ...content }
    this.messages.push(message)
    return message
  }

  private storeFile(params: Any, name: string, shown: string): Any {
    const bytes = params[name]
    if (!Buffer.isBuffer(bytes) || bytes.length === 0) throw bad(`There is no ${shown} in the request`)
    const file_id = `file-${this.next()}`
    this.files.set(file_id, { path: `${shown}s/file_${this.last}`, bytes })
    const size = { file_id, file_unique_id: `u${file_id}`, file_size: bytes.length }
    if (shown === 'photo') return [{ ...size, width: 1, height: 1 }]
    return shown === 'document' ? size : { ...size, width: 1, height: 1, duration: 1 }
  }

  private sendFile(bot: Bot, params: Any, method: string): Any {
    const shown = FILES[method as keyof typeof FILES]
    if ([...(params.caption ?? '')].length > 1024) throw bad('message caption is too long')
    const caption = params.caption === undefined ? {} : { caption: params.caption }
    return this.store(bot, params, { [shown]: this.storeFile(params, shown, shown), ...caption })
  }

  private sendAlbum(bot: Bot, params: Any): Any[] {
    const { media } = params
    if (!Array.isArray(media) || media.length < 2 || media.length > 10) throw bad('Too many items specified')
    const kinds = new Set(media.map(({ type }) => (type === 'document' ? 'document' : 'visual')))
    if (kinds.size > 1 || media.some(({ type }) => !['photo', 'video', 'document'].includes(type)))
      throw bad("Can't use the media of the specified type in the album")
    const media_group_id = String(this.next())
    return media.map(({ type, media: ref, caption }) => {
      const content = this.storeFile(params, String(ref).replace('attach://', ''), type)
      return this.store(bot, params, { [type]: content, media_group_id, ...(caption && { caption }) })
    })
  }

  private serveFile(path: string): FakeReply {
    const file = [...this.files.values()].find((one) => one.path === path)
    if (!file) throw new Refusal(404, 'Not Found')
    return { status: 200, body: file.bytes.toString('latin1'), headers: { 'content-type': 'application/octet-stream' } }
  }
}

export const ADMIN = {
  status: 'administrator',
  can_be_edited: false,
  is_anonymous: false,
  can_manage_chat: true,
  can_delete_messages: true,
  can_manage_video_chats: false,
  can_restrict_members: false,
  can_promote_members: false,
  can_change_info: false,
  can_invite_users: false,
  can_post_stories: false,
  can_edit_stories: false,
  can_delete_stories: false,
  can_post_messages: true,
}

const now = () => Math.floor(Date.now() / 1000)
const toBotUser = ({ id, username }: Bot) => ({ id, is_bot: true, first_name: `Bot ${id}`, username })

/** The parameters of a call: JSON, or a form whose fields are JSON texts where they are no strings. */
function readParams(request: ReceivedRequest): Record<string, unknown> {
  if (request.json) return request.json
  const { fields, files } = parseMultipartForm(request)
  const read = (name: string, text: string) => (NOT_TEXT.has(name) ? JSON.parse(text) : text)
  return {
    ...Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, read(name, text)])),
    ...Object.fromEntries(files.map(({ name, bytes }) => [name, bytes])),
  }
}

const NOT_TEXT = new Set([
  'media',
  'disable_notification',
  'protect_content',
  'has_spoiler',
  'show_caption_above_media',
  'supports_streaming',
  'width',
  'height',
  'duration',
  'message_thread_id',
])
