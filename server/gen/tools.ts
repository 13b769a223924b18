import { STANDARD_BOOK } from '../src/domains/billing/credits/standard-book.ts'
import { toolOperations } from '../src/http/mcp/inputs.ts'
import type { Tool } from '../src/http/mcp/tool.ts'
import { toolsFor } from '../src/http/mcp/tools.ts'
import { type Output, page, table } from './output.ts'

const INTRODUCTION = `The tools that a key with full access sees at \`/mcp\`, with the prices of the standard price book. Required inputs are bold.
[guides/mcp.md](guides/mcp.md) explains how to connect a client.`

export const toolsPage: Output = {
  path: 'docs/tools.md',
  content: () => {
    const tools = toolsFor({ role: 'owner', permission: 'read_write', profileIds: null }, STANDARD_BOOK)
    const heads = ['tool', 'description for models', 'inputs', 'operations']
    return page('the endpoint declarations', 'MCP tools', INTRODUCTION, table(heads, tools.map(toTableRow)))
  },
}

function toTableRow({ name, description, inputSchema, annotations }: Tool): string[] {
  const { properties = {}, required = [] } = inputSchema as { properties?: object; required?: readonly string[] }
  const inputs = Object.keys(properties).map((input) => (required.includes(input) ? `**${input}**` : input))
  const operations = toolOperations.get(name)?.map(({ operation }) => operation.id) ?? ['all others']
  const kind = annotations.readOnlyHint ? ' (reads)' : annotations.destructiveHint ? ' (destructive)' : ''
  return [`\`${name}\`${kind}`, description, inputs.join(', '), operations.join(', ')]
}
