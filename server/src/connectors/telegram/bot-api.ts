import type { Static, TSchema, TUnsafe } from 'typebox'
import { Type } from '../../kit/declare/type.ts'
import { exchange, jsonRequest } from '../api/exchange.ts'
import { type FilePart, formWithFiles } from '../api/multipart.ts'
import { requestJson } from '../api/response.ts'
import type { Call, GrantCall, Json } from '../session.ts'
import { ChatMigratedError, classifyError } from './errors.ts'
import { telegram } from './platform.ts'

const ORIGIN = 'https://api.telegram.org'

export type Params = { readonly [name: string]: Json }

/** A bot and the way to it. Its token is a part of every address, so no address may reach an error or a log. */
export interface Bot {
  readonly call: Call
  readonly token: string
}

export function createBot(call: GrantCall): Bot {
  return { call, token: call.tokens.access }
}

type ResultSchema<Result> = TUnsafe<{ readonly ok: true; readonly result: Result }>

/** Builds the schema of a success with this result. Call it once for each kind: a compiled schema is kept. */
export function buildResultSchema<S extends TSchema>(result: S): ResultSchema<Static<S>> {
  return Type.Unsafe(Type.Object({ ok: Type.Literal(true), result }))
}

/** The success of a method that returns nothing else. */
export const Done = buildResultSchema(Type.Literal(true))

interface MethodOptions<Result> {
  readonly schema: ResultSchema<Result>
  readonly params?: Params
  readonly files?: readonly FilePart[]
  readonly mutates?: boolean
}

/** Calls a method and returns its `result`. Lists and objects in a form are sent as JSON. */
export async function invoke<Result>(bot: Bot, method: string, options: MethodOptions<Result>): Promise<Result> {
  const { schema, params = {}, files = [], mutates = false } = options
  const url = `${ORIGIN}/bot${bot.token}/${method}`
  const fields = Object.entries(params).map(
    ([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const,
  )
  const request =
    files.length > 0
      ? formWithFiles(url, { fields, files })
      : { ...jsonRequest('POST', url, { body: params }), deadlineMs: 20_000 }
  const secrets = [bot.token]
  const { result } = await requestJson(telegram, bot.call, request, {
    schema,
    mutates,
    secrets,
    classify: classifyError,
  })
  return result
}

/** Calls a method about a chat. A group that became a supergroup has a new id, which Telegram names when it refuses the old one. */
export async function invokeInChat<Result>(
  bot: Bot,
  method: string,
  options: MethodOptions<Result> & { readonly params: Params & { readonly chat_id: string } },
): Promise<Result> {
  try {
    return await invoke(bot, method, options)
  } catch (error) {
    if (!(error instanceof ChatMigratedError)) throw error
    return invoke(bot, method, { ...options, params: { ...options.params, chat_id: error.chatId } })
  }
}

/** Downloads a file. Bots can download up to 20 MB. */
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
    { secrets: [bot.token], classify: classifyError },
  )
  return bytes
}
