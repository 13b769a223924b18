import type { Command } from 'commander'
import { ApiError, ConnectionError } from '../../../sdk/src/errors.ts'
import { readJson } from '../arguments.ts'
import { addGlobals, type GlobalOptions } from '../global-options.ts'
import { needKey, resolveCaller } from '../logins.ts'
import { print } from '../output.ts'
import { createSignedInFetch } from '../sign-in/device-sign-in.ts'
import { UsageError } from '../usage-error.ts'

interface ApiOptions extends GlobalOptions {
  readonly body?: string
  readonly header: readonly string[]
  readonly idempotencyKey?: string
}

export function add(program: Command): void {
  const command = program.command('api').summary('call any API path')
  command.description('Calls any API path with your key and prints the response as JSON.')
  command.argument('<method>').argument('<path>', 'path with query, such as /v1/posts?limit=5')
  command.option('--body <json>', 'request body as JSON, @file, or - for standard input')
  command.option(
    '-H, --header <name: value>',
    'request header; can be repeated',
    (text, list: string[]) => [...list, text],
    [],
  )
  command.option('--idempotency-key <key>', 'do the work once, even if the call is repeated with this key')
  command.addHelpText('after', '\nExample:\n  quoin api POST /v1/profiles --body \'{"name": "Example brand"}\'')
  addGlobals(command).action((method: string, path: string) =>
    callPath(method, path, command.optsWithGlobals<ApiOptions>()),
  )
}

async function callPath(method: string, path: string, options: ApiOptions): Promise<void> {
  const caller = resolveCaller(options)
  const headers = new Headers(options.header.map(parseHeader))
  headers.set('authorization', `Bearer ${needKey(caller)}`)
  const body = options.body === undefined ? undefined : JSON.stringify(readJson(options.body, '--body'))
  if (body !== undefined) headers.set('content-type', 'application/json')
  const isWrite = !/^(get|head)$/i.test(method)
  const key = options.idempotencyKey ?? (isWrite ? crypto.randomUUID() : undefined)
  if (key !== undefined) headers.set('idempotency-key', key)
  const url = `${caller.baseUrl}/${path.replace(/^\/+/, '')}`
  const request = { method: method.toUpperCase(), headers, ...(body !== undefined && { body }) }
  const send = createSignedInFetch(caller) ?? fetch
  const response = await send(url, request).catch((error: unknown) => {
    const reason = ((error as Error).cause as Error | undefined)?.message ?? (error as Error).message
    throw new ConnectionError(`${request.method} ${url} failed: ${reason}`, error, key)
  })
  if (!response.ok) throw new ApiError(response, await response.text(), key)
  const isJson = response.headers.get('content-type')?.includes('json') ?? false
  await print(isJson ? await response.json() : await response.text(), { options: { json: true, ...options } })
}

function parseHeader(text: string): [string, string] {
  const [, name, value] = /^([\w-]+)\s*:\s*(.*)$/s.exec(text) ?? []
  if (name === undefined || value === undefined)
    throw new UsageError(`--header must be "Name: value", not ${JSON.stringify(text)}.`)
  return [name, value]
}
