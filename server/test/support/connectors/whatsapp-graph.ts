import type { FakeReply } from './loopback.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- bodies of every shape
export type Any = any

export class Refusal extends Error {
  readonly reply: FakeReply
  constructor(code: number, message: string, more: object = {}, status = 400) {
    super(message)
    const error = { message: `(#${code}) ${message}`, type: 'OAuthException', code, ...more, fbtrace_id: 'Az8or2yhqkZ' }
    this.reply = { status, body: { error } }
  }
}

export const invalid = (details: string, subcode?: number) =>
  new Refusal(100, 'Invalid parameter', {
    error_data: { messaging_product: 'whatsapp', details },
    ...(subcode !== undefined && { error_subcode: subcode, error_user_title: 'Invalid', error_user_msg: details }),
  })
export const CALLING = {
  status: 'DISABLED',
  call_icon_visibility: 'DEFAULT',
  callback_permission_status: 'DISABLED',
  ip_addresses: { default: [] },
}
export const missing = (id: string) =>
  new Refusal(100, `Object with ID '${id}' does not exist, cannot be loaded due to missing permissions`, {
    error_subcode: 33,
  })

export function buildNumberView(number: Any, query: URLSearchParams): Record<string, unknown> {
  const names = query.get('fields')?.split(',') ?? ['id', 'display_phone_number', 'verified_name', 'quality_rating']
  const known = ['pin', 'storage', 'lastInbound', 'businessAccountId', 'code']
  return Object.fromEntries(names.filter((name) => !known.includes(name)).map((name) => [name, number[name]]))
}

export function paginate(all: readonly unknown[], query: URLSearchParams): unknown {
  const limit = Number(query.get('limit') ?? 25)
  const from = Number(Buffer.from(query.get('after') ?? '', 'base64').toString() || 0)
  const data = all.slice(from, from + limit)
  const after = Buffer.from(String(from + data.length)).toString('base64')
  const hasMore = from + data.length < all.length
  return {
    data,
    paging: {
      cursors: { before: query.get('after') ?? '', after },
      ...(hasMore && { next: 'https://graph.facebook.com/next' }),
    },
  }
}

export function usageHeaders(share: number): Record<string, string> {
  const usage = { type: 'whatsapp', call_count: share, total_cputime: 1, total_time: 1 }
  const wait = { estimated_time_to_regain_access: share >= 100 ? 7 : 0 }
  return { 'x-business-use-case-usage': JSON.stringify({ '2001': [{ ...usage, ...wait }] }) }
}

export function unknown(method: string, path: string): () => never {
  return () => {
    throw new Refusal(100, `Unsupported ${method.toLowerCase()} request: ${path}`)
  }
}
