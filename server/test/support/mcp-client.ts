import assert from 'node:assert/strict'

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into results of every shape
type Any = any

export const REVISION = '2026-07-28'

export interface McpOptions {
  readonly headers?: Record<string, string>
  /** Capabilities that the client announces. */
  readonly capabilities?: object
}

/** Speaks the current revision of MCP directly: each request is complete in itself. */
export function createMcpClient(url: string, key: string, { headers = {}, capabilities = {} }: McpOptions = {}) {
  let id = 0
  const meta = {
    'io.modelcontextprotocol/protocolVersion': REVISION,
    'io.modelcontextprotocol/clientInfo': { name: 'tests', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  }
  async function request(method: string, params: Record<string, unknown> = {}): Promise<Any> {
    const response = await fetch(`${url}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': REVISION,
        'mcp-method': method,
        ...nameIn(params),
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params: { ...params, _meta: meta } }),
    })
    const text = await response.text()
    assert.equal(response.headers.get('content-type')?.split(';')[0], 'application/json', text)
    return JSON.parse(text)
  }
  async function call(name: string, args: object = {}, more: object = {}): Promise<McpResult> {
    const { result, error } = await request('tools/call', { name, arguments: args, ...more })
    assert.ok(result, JSON.stringify(error))
    const { _meta: ofResult, ...rest } = result
    return { ...rest, meta: ofResult, body: readJson(result.content?.[0]?.text) }
  }
  return {
    request,
    call,
    /** Makes a call that must succeed. */
    async ok(name: string, args: object = {}, more: object = {}): Promise<Any> {
      const result = await call(name, args, more)
      assert.ok(!result.isError, JSON.stringify(result.body))
      return result.body
    },
    /** Makes a call that must fail with this code. */
    async fails(code: string, name: string, args: object = {}): Promise<Any> {
      const { isError, body } = await call(name, args)
      assert.ok(isError, JSON.stringify(body))
      assert.equal(body.code, code, JSON.stringify(body))
      return body
    },
    tools: async (): Promise<Any[]> => (await request('tools/list')).result.tools,
  }
}

export interface McpResult {
  readonly resultType?: string
  readonly content: { text: string }[]
  readonly structuredContent?: Any
  readonly isError?: boolean
  readonly inputRequests?: Any
  readonly requestState?: string
  readonly meta: Record<string, unknown>
  /** The first text, parsed. */
  readonly body: Any
}

function readJson(text: string | undefined): Any {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return text
  }
}

/** Builds the header that repeats what the request is about. */
function nameIn({ name, uri }: Record<string, unknown>): Record<string, string> {
  const about = name ?? uri
  return typeof about === 'string' ? { 'mcp-name': about } : {}
}
