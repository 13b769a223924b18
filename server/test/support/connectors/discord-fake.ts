import { randomBytes } from 'node:crypto'
import { APPLICATION, buildRole, buildUser, GUILD, guildView, MEMBER, myGuild } from './discord-views.ts'
import { parseMultipartForm } from './forms.ts'
import { type FakeReply, type PlannedFault, type ReceivedRequest, serve } from './loopback.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- messages of every shape
type Any = any

class Refusal extends Error {
  readonly reply: FakeReply
  constructor(status: number, code: number, message: string, more: object = {}, headers: Record<string, string> = {}) {
    super(message)
    this.reply = { status, body: { message, code, ...more }, headers }
  }
}

export const VIEW = 1n << 10n
export const SEND = 1n << 11n
export const HISTORY = 1n << 16n
const FILES = 1n << 15n
const EVERYTHING = VIEW | SEND | HISTORY | FILES | (1n << 14n)
const NONCE_MS = 180_000

const unknown = (code: number, what: string) => new Refusal(404, code, `Unknown ${what}`)

/** The part of Discord's API v10 that we use, written after its documentation and its published description. */
export class FakeDiscord {
  readonly bots = new Map<string, Any>()
  readonly guilds = new Map<string, Any>()
  readonly channels = new Map<string, Any>()
  readonly messages = new Map<string, Any>()
  readonly faults: PlannedFault[] = []
  /** Every exchange, to compare with the description. */
  readonly exchanges: { request: ReceivedRequest; payload: unknown; reply: FakeReply }[] = []
  throttled: 'route' | 'global' | undefined
  hasContentIntent = true
  url = ''
  private last = 0
  private readonly nonces = new Map<string, { id: string; at: number }>()

  async start(): Promise<this> {
    this.url = await serve((request) => this.handle(request), this.faults)
    return this
  }

  /** Returns an id that begins with its time. */
  newId(at = Date.now()): string {
    return String((BigInt(at - 1_420_070_400_000) << 22n) | BigInt(++this.last % 4_000_000))
  }

  addBot(): Any {
    const id = this.newId()
    const token = `${Buffer.from(id).toString('base64url')}.Gexamp.${randomBytes(28).toString('base64url')}`
    const bot = { token, user: buildUser(id, `bot${this.last}`, true) }
    this.bots.set(token, bot)
    return bot
  }

  addGuild(bot: Any, permissions = EVERYTHING): Any {
    const id = this.newId()
    const role = this.newId()
    const guild = {
      ...GUILD,
      id,
      name: `Server ${this.last}`,
      owner_id: '1',
      premium_tier: 0,
      roles: [buildRole(id, '@everyone', 0n), buildRole(role, 'bot', permissions)],
      members: new Map([[bot.user.id, { ...MEMBER, user: bot.user, roles: [role] }]]),
    }
    this.guilds.set(id, guild)
    return guild
  }

  addChannel(guild: Any, changes: object = {}): Any {
    const channel = {
      id: this.newId(),
      type: 0,
      flags: 0,
      guild_id: guild.id,
      name: `general-${this.last}`,
      position: 0,
      permission_overwrites: [],
      ...changes,
    }
    this.channels.set(channel.id, channel)
    return channel
  }

  /** Writes a message of a person in a channel. */
  write(channelId: string, content: string, changes: object = {}): Any {
    const author = buildUser('900000000000000001', 'ada', false)
    return this.store(channelId, author, { content: this.hasContentIntent ? content : '', ...changes })
  }

  private store(channel_id: string, author: Any, content: object): Any {
    const message = {
      type: 0,
      content: '',
      mentions: [],
      mention_roles: [],
      attachments: [],
      embeds: [],
      timestamp: new Date().toISOString(),
      edited_timestamp: null,
      flags: 0,
      components: [],
      id: this.newId(),
      channel_id,
      author,
      pinned: false,
      mention_everyone: false,
      tts: false,
      ...content,
    }
    this.messages.set(message.id, message)
    return message
  }

  private handle(request: ReceivedRequest): FakeReply {
    const { payload, files } = readBody(request)
    const reply = this.reply(request, payload, files)
    this.exchanges.push({ request, payload, reply })
    return reply
  }

  private reply(
    request: ReceivedRequest,
    payload: Any,
    files: readonly { filename: string; mime: string; bytes: Buffer }[],
  ) {
    try {
      if (this.throttled) throw this.throttle()
      if (request.path.startsWith('/files/')) return { status: 200, body: 'hello' }
      const bot = this.bots.get(String(request.headers.authorization).replace('Bot ', ''))
      if (!bot) throw new Refusal(401, 0, '401: Unauthorized')
      if (!/^DiscordBot \(\S.*, \S+\)$/.test(request.headers['user-agent'] ?? ''))
        throw new Refusal(403, 40333, 'internal network error')
      for (const [pattern, handler] of this.routes) {
        const match = new RegExp(`^${pattern}$`).exec(`${request.method} ${request.path}`)
        if (match)
          return withLimits(handler({ bot, query: request.query, payload, files }, match[1] ?? '', match[2] ?? ''))
      }
      throw new Refusal(404, 0, '404: Not Found')
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return error.reply
    }
  }

  private throttle(): Refusal {
    const global = this.throttled === 'global'
    this.throttled = undefined
    const headers = {
      'retry-after': '2',
      'x-ratelimit-limit': '5',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset-after': '1.337',
      'x-ratelimit-scope': global ? 'global' : 'user',
      ...(global && { 'x-ratelimit-global': 'true' }),
    }
    return new Refusal(429, 0, 'You are being rate limited.', { retry_after: 1.337, global }, headers)
  }

  private readonly routes: [string, (call: Any, id: string, other: string) => FakeReply][] = [
    ['GET /api/v10/users/@me', ({ bot }) => ok({ ...bot.user, mfa_enabled: false, locale: 'en-US' })],
    [
      'GET /api/v10/users/@me/guilds',
      ({ bot }) => ok([...this.guilds.values()].filter((one) => one.members.has(bot.user.id)).map(myGuild)),
    ],
    [
      'GET /api/v10/applications/@me',
      ({ bot }) => ok({ ...APPLICATION, id: bot.user.id, flags: this.hasContentIntent ? 1 << 19 : 0 }),
    ],
    ['GET /api/v10/guilds/(\\d+)', ({ bot }, id) => ok(guildView(this.getGuild(bot, id)))],
    [
      'GET /api/v10/guilds/(\\d+)/channels',
      ({ bot }, id) => ok([...this.channels.values()].filter((one) => one.guild_id === this.getGuild(bot, id).id)),
    ],
    [
      'GET /api/v10/guilds/(\\d+)/members/(\\d+)',
      ({ bot }, id, user) => {
        const member = this.getGuild(bot, id).members.get(user)
        if (!member) throw unknown(10007, 'Member')
        return ok(member)
      },
    ],
    ['GET /api/v10/channels/(\\d+)', ({ bot }, id) => ok(this.getChannel(bot, id))],
    ['GET /api/v10/channels/(\\d+)/messages', (call, id) => this.list(call, id)],
    ['POST /api/v10/channels/(\\d+)/messages', (call, id) => this.create(call, id)],
    ['GET /api/v10/channels/(\\d+)/messages/(\\d+)', ({ bot }, id, message) => ok(this.getMessage(bot, id, message))],
    [
      'DELETE /api/v10/channels/(\\d+)/messages/(\\d+)',
      ({ bot }, id, message) => {
        this.messages.delete(this.getMessage(bot, id, message).id)
        return { status: 204, body: '' }
      },
    ],
  ]

  private getGuild(bot: Any, id: string): Any {
    const guild = this.guilds.get(id)
    if (!guild) throw unknown(10004, 'Guild')
    if (!guild.members.has(bot.user.id)) throw new Refusal(403, 50001, 'Missing Access')
    return guild
  }

  private getChannel(bot: Any, id: string, needed = VIEW): Any {
    const channel = this.channels.get(id)
    if (!channel) throw unknown(10003, 'Channel')
    const allowed = this.allowed(bot, channel)
    if (!(allowed & VIEW)) throw new Refusal(403, 50001, 'Missing Access')
    if (!(allowed & needed)) throw new Refusal(403, 50013, 'Missing Permissions')
    return channel
  }

  /** Applies only the overwrites that deny the bot itself something: the rest is tested without a server. */
  private allowed(bot: Any, channel: Any): bigint {
    const { roles, members } = this.getGuild(bot, channel.guild_id)
    const own: string[] = members.get(bot.user.id).roles
    const bits = (texts: string[]) => texts.reduce((sum, text) => sum | BigInt(text), 0n)
    const base = bits(roles.filter(({ id }: Any) => own.includes(id)).map(({ permissions }: Any) => permissions))
    const overwrites: Any[] = channel.permission_overwrites
    return base & ~bits(overwrites.filter(({ id }) => id === bot.user.id).map(({ deny }) => deny))
  }

  private getMessage(bot: Any, channelId: string, id: string): Any {
    this.getChannel(bot, channelId)
    const message = this.messages.get(id)
    if (message?.channel_id !== channelId) throw unknown(10008, 'Message')
    return message
  }

  private list({ bot, query }: Any, id: string): FakeReply {
    const channel = this.getChannel(bot, id)
    if (!(this.allowed(bot, channel) & HISTORY)) return ok([])
    const limit = Number(query.get('limit') ?? 50)
    if (!(limit >= 1 && limit <= 100))
      throw new Refusal(400, 50035, 'Invalid Form Body', {
        errors: {
          limit: { _errors: [{ code: 'NUMBER_TYPE_MAX', message: 'int value should be less than or equal to 100.' }] },
        },
      })
    const all = [...this.messages.values()].filter((one) => one.channel_id === id)
    const after = query.get('after')
    const found =
      after === null ? all.slice(-limit) : all.filter((one) => BigInt(one.id) > BigInt(after)).slice(0, limit)
    // The nonce is shown only in the response to its own request.
    return ok(found.map(({ nonce: _nonce, ...shown }) => shown).toReversed())
  }

  private create({ bot, payload, files }: Any, id: string): FakeReply {
    const channel = this.getChannel(bot, id, SEND)
    const { content = '', embeds = [], nonce, enforce_nonce, attachments = [] } = payload
    if (String(nonce ?? '').length > 25) throw new Refusal(400, 50035, 'Invalid Form Body')
    if ([...content].length > 2000)
      throw new Refusal(400, 50035, 'Invalid Form Body', {
        errors: {
          content: { _errors: [{ code: 'BASE_TYPE_MAX_LENGTH', message: 'Must be 2000 or fewer in length.' }] },
        },
      })
    if (content.trim() === '' && embeds.length === 0 && files.length === 0)
      throw new Refusal(400, 50006, 'Cannot send an empty message')
    if (files.length !== attachments.length) throw new Refusal(400, 50035, 'Invalid Form Body')
    if (files.some(({ bytes }: Any) => bytes.length > 10 * 1_048_576))
      throw new Refusal(413, 40005, 'Request entity too large')
    if (/forbidden-word/.test(content)) throw new Refusal(400, 200000, 'Message was blocked by automatic moderation')
    if (channel.slowmode)
      throw new Refusal(429, 20016, 'This action cannot be performed due to slowmode rate limit.', { retry_after: 42 })
    const key = `${bot.user.id} ${nonce}`
    const known = enforce_nonce && nonce !== undefined ? this.nonces.get(key) : undefined
    if (known && known.at > Date.now() - NONCE_MS && this.messages.has(known.id)) return ok(this.messages.get(known.id))
    const shown = files.map(({ filename, mime, bytes }: Any, index: number) => ({
      id: this.newId(),
      filename,
      size: bytes.length,
      url: `${this.url}/files/${filename}`,
      proxy_url: `${this.url}/files/${filename}`,
      content_type: mime,
      ...(attachments[index].description && { description: attachments[index].description }),
    }))
    const rich = embeds.map((embed: object) => ({ type: 'rich', ...embed }))
    const message = this.store(id, bot.user, { content: content.trim(), embeds: rich, attachments: shown, nonce })
    this.nonces.set(key, { id: message.id, at: Date.now() })
    return ok(message)
  }
}

function readBody(request: ReceivedRequest): Any {
  if (!String(request.headers['content-type']).startsWith('multipart/')) return { payload: request.json, files: [] }
  const { fields, files } = parseMultipartForm(request)
  return { payload: JSON.parse(fields['payload_json'] ?? ''), files }
}

const ok = (body: unknown): FakeReply => ({ status: 200, body })
const withLimits = (reply: FakeReply): FakeReply => ({
  ...reply,
  headers: {
    'x-ratelimit-limit': '5',
    'x-ratelimit-remaining': '4',
    'x-ratelimit-reset-after': '4.2',
    'x-ratelimit-bucket': 'abcd1234',
  },
})
