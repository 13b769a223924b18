import assert from 'node:assert/strict'
import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { RawPush } from './fixture.ts'
import { type FakeReply, type PlannedFault, type ReceivedRequest, serve } from './loopback.ts'
import { buildAnalytics, type CountedDay } from './whatsapp-analytics.ts'
import { checkContent, checkTemplate } from './whatsapp-content.ts'
import {
  type Any,
  buildNumberView,
  CALLING,
  invalid,
  missing,
  paginate,
  Refusal,
  unknown,
  usageHeaders,
} from './whatsapp-graph.ts'
import { changeSettings, register, requestCode, verifyCode } from './whatsapp-numbers.ts'
import { messageValue, type PushedChange, signPush, statusError, statusValue } from './whatsapp-pushes.ts'
import { describeToken, grantToken, type Token } from './whatsapp-tokens.ts'

/** WhatsApp's Cloud API, which is a part of the Graph API, built from Meta's documentation. */
export class FakeWhatsApp {
  readonly app = { client_id: '1001', client_secret: 'secret-of-the-app' }
  readonly tokens = new Map<string, Token>()
  readonly businessAccounts = new Map<string, Any>()
  readonly numbers = new Map<string, Any>()
  readonly templates = new Map<string, Any>()
  readonly media = new Map<string, Any>()
  readonly messages: Any[] = []
  readonly days: CountedDay[] = []
  readonly pushes: { readonly change: PushedChange; readonly phoneNumberId?: string }[] = []
  readonly faults: PlannedFault[] = []
  readonly exchanges: { readonly request: ReceivedRequest; readonly reply: FakeReply }[] = []
  readonly codes = new Map<string, { token: string; redirectUri: string }>()
  /** WhatsApp ids by phone number, for people whose id differs from it: mostly in Brazil and Mexico. */
  readonly knownAs = new Map<string, string>()
  /** The webhook subscription in the app's dashboard. */
  appSubscription: Any = null
  throttled = 0
  now: () => Date = () => new Date()
  origin = ''
  private lastId = 100_000_000

  async start(): Promise<this> {
    this.origin = await serve((request) => this.respond(request), this.faults)
    return this
  }

  /** Addresses that are redirected to this fake. */
  get origins(): Map<string, string> {
    return new Map([
      ['https://graph.facebook.com', this.origin],
      ['https://lookaside.fbsbx.com', `${this.origin}/lookaside`],
    ])
  }

  private seconds(): string {
    return String(Math.floor(this.now().getTime() / 1000))
  }

  nextId(): string {
    return String(++this.lastId)
  }

  /** Creates a business account with one connected number, and a token of a system user. */
  newBusiness(number: object = {}) {
    const id = this.nextId()
    const token = `EAA${randomBytes(20).toString('hex')}`
    this.businessAccounts.set(id, { id, name: `Example brand ${id}`, subscribed: null })
    this.tokens.set(token, {
      appId: this.app.client_id,
      userId: this.nextId(),
      businessAccounts: new Set([id]),
      scopes: ['whatsapp_business_management', 'whatsapp_business_messaging'],
      isValid: true,
      expiresAt: 0,
    })
    return { id, token, number: this.addNumber(id, number) }
  }

  addNumber(businessAccountId: string, changes: object = {}): Any {
    const id = this.nextId()
    const number = {
      id,
      businessAccountId,
      display_phone_number: `+1 555-01${id.slice(-2)}`,
      verified_name: 'Example Brand',
      name_status: 'APPROVED',
      quality_rating: 'GREEN',
      code_verification_status: 'VERIFIED',
      messaging_limit_tier: 'TIER_1K',
      status: 'CONNECTED',
      platform_type: 'CLOUD_API',
      pin: null,
      storage: { status: 'DEFAULT' },
      lastInbound: new Map<string, number>(),
      ...changes,
    }
    this.numbers.set(id, number)
    return number
  }

  /** Pushes a message of a person to a number, and returns its id. */
  receive(phoneNumberId: string, from: string, content: object, name?: string): string {
    const number = this.numbers.get(phoneNumberId)
    const id = `wamid.${randomBytes(12).toString('base64')}`
    number.lastInbound.set(from, this.now().getTime())
    this.push(number, messageValue(number, from, { id, timestamp: this.seconds(), ...content }, name))
    return id
  }

  /** Pushes a status of a message that was sent. */
  report(messageId: string, status: string, more: object = {}): void {
    const { phoneNumberId, waId, handle } = this.messages.find((one) => one.id === messageId)
    const number = this.numbers.get(phoneNumberId)
    const echoed = handle === undefined ? {} : { biz_opaque_callback_data: handle }
    this.push(
      number,
      statusValue(number, waId, { id: messageId, status, timestamp: this.seconds(), ...echoed, ...more }),
    )
  }

  push(number: Any, value: object): void {
    const change = { businessAccountId: number.businessAccountId, field: 'messages', value }
    this.pushes.push({ change, phoneNumberId: number.id })
  }

  review(templateId: string, event: string, more: object = {}): void {
    const template = this.templates.get(templateId)
    template.status = event
    if (event === 'REJECTED') template.rejected_reason = 'INVALID_FORMAT'
    const value = {
      event,
      message_template_id: Number(templateId),
      message_template_name: template.name,
      message_template_language: template.language,
      message_template_category: template.category,
      reason: template.rejected_reason,
      ...more,
    }
    const { businessAccountId } = template
    this.pushes.push({ change: { businessAccountId, field: 'message_template_status_update', value } })
  }

  /** Returns the signed pushes from an index on. */
  signed(from = 0, phoneNumberId?: string): RawPush[] {
    return this.pushes
      .slice(from)
      .filter((one) => phoneNumberId === undefined || one.phoneNumberId === phoneNumberId)
      .map(({ change }) => signPush(this.app.client_secret, change))
  }

  /** Approves a Facebook Login as a person, and returns the code. */
  approve(address: string, token: string): string {
    const url = new URL(address)
    assert.equal(`${url.origin}${url.pathname}`, 'https://www.facebook.com/v23.0/dialog/oauth')
    assert.equal(url.searchParams.get('client_id'), this.app.client_id)
    assert.equal(url.searchParams.get('response_type'), 'code')
    const code = randomBytes(12).toString('hex')
    this.codes.set(code, { token, redirectUri: url.searchParams.get('redirect_uri') ?? '' })
    return code
  }

  private respond(request: ReceivedRequest): FakeReply {
    const reply = this.replyTo(request)
    this.exchanges.push({ request, reply })
    return reply
  }

  private replyTo(request: ReceivedRequest): FakeReply {
    try {
      if (request.path.startsWith('/lookaside/')) return this.readFile(request)
      assert.ok(!request.query.has('access_token'), 'the token stands in the address')
      const [, version, ...path] = request.path.split('/').map(decodeURIComponent)
      assert.equal(version, 'v23.0')
      if (this.throttled > 0) {
        this.throttled--
        throw new Refusal(80_007, 'There have been too many calls to this WhatsApp Business account.')
      }
      return { status: 200, body: this.route(request, path), headers: usageHeaders(5) }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const isLimited = /\(#80007\)/.test(JSON.stringify(error.reply.body))
      return { ...error.reply, ...(isLimited && { headers: usageHeaders(100) }) }
    }
  }

  private route(request: ReceivedRequest, [id = '', edge = '']: string[]): unknown {
    const { method, query } = request
    if (id === 'oauth' && edge === 'access_token')
      return grantToken(this, new URLSearchParams(request.bytes.toString()))
    if (id === 'debug_token') {
      this.checkApp(request)
      return describeToken(this.tokens.get(query.get('input_token') ?? ''))
    }
    if (edge === 'subscriptions') return this.subscribeApp(request, id)
    const token = this.getValidToken(request)
    const name = `${method} ${edge}`
    const account = this.businessAccounts.get(id)
    if (account) {
      if (!token.businessAccounts.has(id)) throw missing(id)
      const edges: Record<string, () => unknown> = {
        'GET ': () => ({ id, name: account.name, ...buildAnalytics(this.days, query.get('fields') ?? '') }),
        'GET phone_numbers': () => this.listNumbers(id, query),
        'POST subscribed_apps': () => this.subscribe(account, request),
        'DELETE subscribed_apps': () => this.unsubscribe(account),
        'GET message_templates': () => this.listTemplates(id, query),
        'POST message_templates': () => this.createTemplate(id, request.json),
        'DELETE message_templates': () => this.deleteTemplate(id, query),
      }
      return (edges[name] ?? unknown(method, request.path))()
    }
    const number = this.numbers.get(id)
    if (number && token.businessAccounts.has(number.businessAccountId)) {
      const edges: Record<string, () => unknown> = {
        'GET ': () => buildNumberView(number, query),
        'POST request_code': () => requestCode(number, request.json),
        'POST verify_code': () => verifyCode(number, request.json),
        'GET settings': () => ({ calling: CALLING, storage_configuration: number.storage }),
        'POST settings': () => changeSettings(number, request.json),
        'POST register': () => register(number, request.json),
        'POST media': () => this.addMedia(number, request),
        'POST messages': () => this.sendMessage(number, request.json),
      }
      return (edges[name] ?? unknown(method, request.path))()
    }
    const medium = this.media.get(id)
    if (medium && edge === '' && method === 'GET') return this.describeMedium(medium, query)
    const template = this.templates.get(id)
    if (template && edge === '' && method === 'GET') return template
    throw missing(id)
  }

  private getValidToken(request: ReceivedRequest): Token {
    const access = (request.headers.authorization ?? '').replace(/^Bearer /, '')
    const token = this.tokens.get(access)
    if (!token?.isValid)
      throw new Refusal(
        190,
        'Error validating access token: The session has been invalidated',
        { error_subcode: 460 },
        401,
      )
    const proof = createHmac('sha256', this.app.client_secret).update(access).digest('hex')
    if (token.appId !== this.app.client_id || request.query.get('appsecret_proof') !== proof)
      throw new Refusal(100, 'Invalid appsecret_proof provided in the API argument')
    return token
  }

  private checkApp({ headers }: ReceivedRequest): void {
    if (headers.authorization !== `Bearer ${this.app.client_id}|${this.app.client_secret}`)
      throw new Refusal(190, 'Invalid OAuth access token signature.', {}, 401)
  }

  private subscribeApp(request: ReceivedRequest, id: string): unknown {
    this.checkApp(request)
    assert.equal(id, this.app.client_id)
    if (request.method === 'GET') return { data: this.appSubscription ? [this.appSubscription] : [] }
    const form = new URLSearchParams(request.bytes.toString())
    this.appSubscription = {
      object: form.get('object'),
      callback_url: form.get('callback_url'),
      active: true,
      fields: form
        .get('fields')
        ?.split(',')
        .map((field) => ({ name: field, version: 'v23.0' })),
      verifyToken: form.get('verify_token'),
    }
    return { success: true }
  }

  private subscribe(account: Any, { json }: ReceivedRequest): unknown {
    if (json?.override_callback_uri && !json.verify_token) throw invalid('verify_token is missing')
    account.subscribed = { ...json }
    return { success: true }
  }

  private unsubscribe(account: Any): unknown {
    account.subscribed = null
    return { success: true }
  }

  private listNumbers(businessAccountId: string, query: URLSearchParams): unknown {
    const all = [...this.numbers.values()].filter((one) => one.businessAccountId === businessAccountId)
    return paginate(
      all.map((number) => buildNumberView(number, query)),
      query,
    )
  }

  private addMedia(number: Any, { bytes, headers }: ReceivedRequest): unknown {
    const [, boundary = ''] = /boundary=(.+)$/.exec(headers['content-type'] ?? '') ?? []
    const parts = bytes.toString('latin1').split(`--${boundary}`)
    const field = (name: string) => parts.find((part) => part.includes(`name="${name}"`))?.split('\r\n\r\n')[1]
    if (field('messaging_product')?.trim() !== 'whatsapp') throw invalid('messaging_product is missing')
    const content = field('file')?.slice(0, -2)
    const mime = field('type')?.trim()
    if (content === undefined || mime === undefined) throw invalid('file or type is missing')
    return { id: this.addFile(number.id, mime, Buffer.from(content, 'latin1')) }
  }

  /** Stores a file that a person sent or that we uploaded, and returns its id. */
  addFile(phoneNumberId: string, mime: string, content: Buffer): string {
    const id = this.nextId()
    this.media.set(id, { id, phoneNumberId, mime, content })
    return id
  }

  private describeMedium({ id, phoneNumberId, mime, content, sha256 }: Any, query: URLSearchParams): unknown {
    if (query.get('phone_number_id') !== phoneNumberId) throw missing(id)
    return {
      messaging_product: 'whatsapp',
      url: `https://lookaside.fbsbx.com/whatsapp_business/attachments/?mid=${id}&ext=1`,
      mime_type: mime,
      sha256: sha256 ?? createHash('sha256').update(content).digest('hex'),
      file_size: String(content.length),
      id,
    }
  }

  private readFile(request: ReceivedRequest): FakeReply {
    const token = this.tokens.get((request.headers.authorization ?? '').replace(/^Bearer /, ''))
    const medium = this.media.get(request.query.get('mid') ?? '')
    if (!token?.isValid || !medium) return { status: 404, body: 'Not found' }
    return { status: 200, body: medium.content.toString('latin1'), headers: { 'content-type': medium.mime } }
  }

  private listTemplates(businessAccountId: string, query: URLSearchParams): unknown {
    const all = [...this.templates.values()].filter((one) => one.businessAccountId === businessAccountId)
    return paginate(all, query)
  }

  private createTemplate(businessAccountId: string, body: Any): unknown {
    checkTemplate(body)
    const { name, language, category, components, parameter_format = 'POSITIONAL' } = body
    const same = (one: Any) =>
      one.businessAccountId === businessAccountId && one.name === name && one.language === language
    if ([...this.templates.values()].some(same))
      throw invalid('There is already content in this language for this template', 2_388_024)
    const id = this.nextId()
    const template = {
      id,
      businessAccountId,
      name,
      language,
      category,
      components,
      status: 'PENDING',
      parameter_format,
    }
    this.templates.set(id, { ...template, rejected_reason: 'NONE' })
    return { id, status: 'PENDING', category }
  }

  private deleteTemplate(businessAccountId: string, query: URLSearchParams): unknown {
    const template = this.templates.get(query.get('hsm_id') ?? '')
    if (template?.businessAccountId !== businessAccountId || template.name !== query.get('name'))
      throw invalid('The template could not be found', 2_593_002)
    this.templates.delete(template.id)
    return { success: true }
  }

  private sendMessage(number: Any, body: Any): unknown {
    if (body?.messaging_product !== 'whatsapp') throw invalid('messaging_product is missing')
    if (number.status !== 'CONNECTED') throw new Refusal(133_010, 'The account is not registered')
    if (body.status === 'read') {
      number.readUpTo = body.message_id
      return { success: true }
    }
    const person = body.to ?? body.recipient
    if (body.recipient_type !== 'individual') throw invalid('recipient_type is not valid')
    if (body.to === undefined ? !/^[A-Z]{2}\./.test(body.recipient ?? '') : !/^\d{7,15}$/.test(body.to))
      throw new Refusal(131_009, 'Parameter value is not valid')
    const waId = this.knownAs.get(person) ?? person
    if (waId === number.display_phone_number.replaceAll(/\D/g, ''))
      throw new Refusal(131_021, 'Sender and recipient are the same')
    checkContent(number, body, this)
    const id = `wamid.${randomBytes(12).toString('base64')}`
    const { biz_opaque_callback_data: handle } = body
    this.messages.push({ id, phoneNumberId: number.id, waId, handle, body })
    const isOpen = body.type === 'template' || this.now().getTime() - (number.lastInbound.get(waId) ?? 0) < 86_400_000
    // Meta accepts a message outside the window and reports its failure a moment later.
    const failure = statusError(
      131_047,
      'Re-engagement message',
      'More than 24 hours have passed since the last reply.',
    )
    this.report(id, isOpen ? 'sent' : 'failed', isOpen ? {} : { errors: [failure] })
    return {
      messaging_product: 'whatsapp',
      contacts: [{ input: person, ...(body.to !== undefined && { wa_id: waId }) }],
      messages: [{ id, ...(body.type === 'template' && { message_status: 'accepted' }) }],
    }
  }
}
