import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  createMcpHandler,
  inputRequired,
  type McpHttpHandler,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { FastifyInstance } from 'fastify'
import { bookFor } from '../../domains/billing/credits/published-books.ts'
import type { Config } from '../../kit/config/config.ts'
import type { Context } from '../../kit/context.ts'
import { VERSION } from '../../kit/version.ts'
import { toApiError } from '../response/problem.ts'
import { callTool } from './call-tool.ts'
import { type Arguments, type Caller, dispatcherFor } from './dispatch.ts'
import { fillPrompt, promptsFor } from './prompts.ts'
import { readResource, resourcesFor, toMimeType } from './resources.ts'
import { type Confirmation, failed, type ToolResult } from './result.ts'
import { toToolText } from './tool-text.ts'
import { toolsFor } from './tools.ts'

/**
 * Serves the protocol with its own library. It is loaded with the first request to /mcp: with zod it is a third of all code of
 * the process.
 */
export function createMcp(ctx: Context, app: FastifyInstance): McpHttpHandler {
  return createMcpHandler(({ authInfo }) => serverFor(ctx, app, authInfo?.extra?.['caller'] as Caller), {
    // The tools of a key do not change while it is used: there is nothing to subscribe to.
    maxSubscriptions: 0,
    onerror: (error) => ctx.log.debug({ err: error }, 'refused a request to /mcp'),
  })
}

function serverFor(ctx: Context, app: FastifyInstance, caller: Caller): Server {
  const server = new Server(
    { name: 'quoin', title: 'Quoin', version: VERSION },
    { capabilities: { tools: {}, resources: {}, prompts: {} }, instructions: instructionsFor(ctx.config) },
  )
  const { workspaceId } = caller.principal
  server.setRequestHandler('tools/list', async () => {
    return { tools: [...toolsFor(caller.principal, await bookFor(ctx, workspaceId))] }
  })
  server.setRequestHandler('tools/call', async ({ params }, request) => {
    const door = { ctx, caller, book: await bookFor(ctx, workspaceId), dispatch: dispatcherFor(app, caller) }
    const agreed = agreedQuote(request)
    if (agreed === null) return declined() as never
    const args = { ...(params.arguments as Arguments), ...(agreed !== undefined && { quote: agreed }) }
    const outcome = await callTool(door, params.name, args).catch((error: unknown) => brokenCall(ctx, caller, error))
    if (!outcome) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${params.name}`)
    return ('confirm' in outcome ? askFor(outcome, request) : outcome) as never
  })
  offerResources(server, app, caller)
  offerPrompts(server, caller)
  return server
}

function offerResources(server: Server, app: FastifyInstance, caller: Caller): void {
  server.setRequestHandler('resources/list', async () => ({
    resources: resourcesFor(caller.principal, 'addresses').map(({ source, ...resource }) => ({
      ...resource,
      mimeType: toMimeType({ source, ...resource }),
    })),
  }))
  server.setRequestHandler('resources/templates/list', async () => ({
    resourceTemplates: resourcesFor(caller.principal, 'templates').map(({ source, uri, ...resource }) => ({
      ...resource,
      uriTemplate: uri,
      mimeType: toMimeType({ source, uri, ...resource }),
    })),
  }))
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    const read = await readResource({ app, caller, dispatch: dispatcherFor(app, caller) }, uri)
    if (!read || read.response.status === 404) throw new ResourceNotFoundError(uri)
    const { mimeType, response } = read
    if (response.status >= 400)
      throw new ProtocolError(ProtocolErrorCode.InternalError, toToolText(String(response.body?.['detail'])))
    return { contents: [{ uri, mimeType, text: response.text }] }
  })
}

function offerPrompts(server: Server, caller: Caller): void {
  server.setRequestHandler('prompts/list', async () => ({ prompts: promptsFor(caller.principal) }))
  server.setRequestHandler('prompts/get', async ({ params: { name, arguments: given = {} } }) => {
    const filled = fillPrompt(name, given)
    if (!filled) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no prompt ${name}`)
    if ('missing' in filled)
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `The prompt ${name} needs the argument ${filled.missing}`,
      )
    const { description, text } = filled
    return { description, messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] }
  })
}

function instructionsFor({ MCP_CREDITS_PER_DAY: cap, MCP_CONFIRM_CREDITS: threshold }: Config): string {
  return `Social accounts (publishing, inbox, analytics) and paid lookups of people and companies. Paid tools need \`max_credits\`; data_estimate is free. Tools may spend ${cap} credits per day with one key, and a call above ${threshold} credits needs the user's confirmation. Posts, replies and deletions are visible to others: ask the user first.`
}

/** Handles a failure outside of the request that a tool makes. A bug is logged in full and reported without details. */
function brokenCall(ctx: Context, { requestId }: Caller, thrown: unknown): ToolResult {
  const { code, message, cause } = toApiError(thrown)
  if (code === 'internal') ctx.log.error({ request_id: requestId, err: cause ?? thrown }, message)
  return failed({ code, message: toToolText(message), request_id: requestId })
}

const CONFIRM = 'confirm'

/** Asks with the client's own form if it has one. Otherwise the model asks the user and presents the quote. */
function askFor({ confirm: { credits, quote, expiresAt } }: Confirmation, { mcpReq }: ServerContext) {
  const capabilities = (mcpReq.envelope as Record<string, unknown> | undefined)?.[CLIENT_CAPABILITIES_META_KEY]
  const { elicitation } = (capabilities ?? {}) as { elicitation?: { form?: object; url?: object } }
  if (elicitation && (elicitation.form || !elicitation.url)) {
    const message = `This call can cost ${credits} credits. Run it?`
    const requestedSchema = {
      type: 'object' as const,
      properties: { run: { type: 'boolean' as const, title: `Spend up to ${credits} credits` } },
      required: ['run'],
    }
    return inputRequired({
      inputRequests: { [CONFIRM]: inputRequired.elicit({ message, requestedSchema }) },
      requestState: quote,
    })
  }
  return failed({
    code: 'confirmation_required',
    message: `This call can cost ${credits} credits. It has not run yet.`,
    credits,
    quote,
    expires_at: expiresAt.toISOString(),
    what_to_do: 'Tell the user the cost. If they agree, repeat the call with the same arguments and this `quote`.',
  })
}

/**
 * Returns the quote of an accepted form, or null for a declined one. The client sends it back: it counts only because it is
 * sealed and identifies the call.
 */
function agreedQuote({ mcpReq }: ServerContext): string | null | undefined {
  if (mcpReq.inputResponses?.[CONFIRM] === undefined) return undefined
  const accepted = acceptedContent<{ run?: unknown }>(mcpReq.inputResponses, CONFIRM)
  return accepted?.run === true ? (mcpReq.requestState<string>() ?? null) : null
}

function declined(): ToolResult {
  return failed({
    code: 'declined',
    message: 'The user did not agree to the cost. Nothing ran or was charged.',
    what_to_do: 'Do not call it again unless the user asks for it.',
  })
}
