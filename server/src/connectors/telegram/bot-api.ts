import { classifyStatus, exchange, jsonRequest, type PlatformResponse, redactSecrets } from '../exchange.ts'
import { type FilePart, formWithFiles } from '../multipart.ts'
import { PlatformError } from '../platform-error.ts'
import type { Call, GrantCall, Json } from '../session.ts'
import { classify } from './errors.ts'

const ORIGIN = 'https://api.telegram.org'

export type Body = PlatformResponse['body']
type Params = { readonly [name: string]: Json }

/** A bot and the way to it. Its token is a part of every address, so no address may reach an error or a log. */
export interface Bot {
  readonly call: Call
  readonly token: string
}

export function createBot(call: GrantCall): Bot {
  return { call, token: call.tokens.access }
}

interface MethodOptions {
  readonly files?: readonly FilePart[]
  readonly mutates?: boolean
}

/** Calls a method and returns its `result`. Lists and objects of a form are JSON texts. */
export async function invoke(
  bot: Bot,
  method: string,
  params: Params = {},
  options: MethodOptions = {},
): Promise<Body> {
  const { files = [], mutates = false } = options
  const url = `${ORIGIN}/bot${bot.token}/${method}`
  const fields = Object.entries(params).map(
    ([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const,
  )
  const request =
    files.length > 0
      ? formWithFiles(url, { fields, files })
      : { ...jsonRequest('POST', url, { body: params }), deadlineMs: 20_000 }
  const answer = await exchange(bot.call.http, request, {
    mutates,
    classify: (raw) => {
      const safe = redactSecrets(raw, [bot.token])
      return readMigration(safe) ?? classify(safe, mutates) ?? classifyStatus(safe, mutates)
    },
  })
  if (answer.body?.ok === true) return answer.body.result
  throw new PlatformError(mutates ? 'ambiguous' : 'unavailable', 'Telegram did not answer as its Bot API does.')
}

/** Reads a file of Telegram's. Bots get files of up to 20 MB. */
export async function download(bot: Bot, path: string, bytesMax: number): Promise<Buffer> {
  const url = `${ORIGIN}/file/bot${bot.token}/${path.split('/').map(encodeURIComponent).join('/')}`
  let bytes: Buffer = Buffer.alloc(0)
  await exchange(
    async (request) => {
      const reply = await bot.call.http(request)
      bytes = reply.body
      return reply
    },
    { method: 'GET', url, bytesMax, deadlineMs: 120_000 },
    {
      classify: (raw) => {
        const safe = redactSecrets(raw, [bot.token])
        return classify(safe, false) ?? classifyStatus(safe, false)
      },
    },
  )
  return bytes
}

class ChatMigratedError extends PlatformError {
  readonly chatId: string
  constructor(chatId: string) {
    super('invalid', 'The group has become a supergroup with another id.', { rule: 'telegram.chat.migrated' })
    this.chatId = chatId
  }
}

function readMigration({ status, body }: PlatformResponse): ChatMigratedError | undefined {
  const id = body?.parameters?.migrate_to_chat_id
  return status === 400 && Number.isSafeInteger(id) ? new ChatMigratedError(String(id)) : undefined
}

/** Calls a method about a chat. A group that became a supergroup has a new id: Telegram refuses the old one and names the new. */
export async function invokeInChat(
  bot: Bot,
  method: string,
  params: Params & { readonly chat_id: string },
  options: MethodOptions = {},
): Promise<Body> {
  try {
    return await invoke(bot, method, params, options)
  } catch (error) {
    if (!(error instanceof ChatMigratedError)) throw error
    return invoke(bot, method, { ...params, chat_id: error.chatId }, options)
  }
}
