import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Credentials } from './n8n-executor.ts'

type Json = Record<string, unknown>
type Hook = () => Promise<boolean>

/** Serves the trigger at its own address, with what n8n passes to a trigger: its parameters, static data and an HTTP client. */
export async function openTrigger(folder: string, { baseUrl, apiKey }: Credentials) {
  const { QuoinTrigger } = createRequire(import.meta.url)(join(folder, 'dist/nodes/QuoinTrigger/QuoinTrigger.node.js'))
  const trigger = new QuoinTrigger()
  const memory: Json = {}
  let hear: (event: Json) => void
  const received = new Promise<Json>((resolve) => (hear = resolve))
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const base = {
    getWorkflowStaticData: () => memory,
    getNodeWebhookUrl: () => url,
    getNodeParameter: () => ['*'],
    getCredentials: async () => ({ baseUrl, apiKey }),
    helpers: {
      returnJsonArray: (items: Json[]) => items.map((json) => ({ json })),
      httpRequestWithAuthentication: async (_: string, { method, url: to, body }: Json) => {
        const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }
        const sent = { method: String(method), headers, ...(body ? { body: JSON.stringify(body) } : {}) }
        const reply = await fetch(String(to), sent)
        if (!reply.ok) throw new Error(await reply.text())
        return reply.json()
      },
    },
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const rawBody = await buffer(request)
    const context = {
      ...base,
      getRequestObject: () => ({ rawBody }),
      getHeaderData: () => request.headers,
      getBodyData: () => JSON.parse(rawBody.toString()),
      getResponseObject: () => ({
        status: (code: number) => ({ json: (body: Json) => response.writeHead(code).end(JSON.stringify(body)) }),
      }),
    }
    const { workflowData, noWebhookResponse } = await trigger.webhook.call(context)
    if (noWebhookResponse) return
    hear(workflowData[0][0].json)
    response.end()
  }

  const hook =
    (name: string): Hook =>
    () =>
      trigger.webhookMethods.default[name].call(base)
  return {
    url,
    received,
    hooks: { checkExists: hook('checkExists'), create: hook('create'), delete: hook('delete') },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
