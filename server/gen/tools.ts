import { STANDARD_BOOK } from '../src/domains/billing/credits/standard-book.ts'
import { toolOperations } from '../src/http/mcp/inputs.ts'
import { PROMPTS } from '../src/http/mcp/prompts.ts'
import { RESOURCES } from '../src/http/mcp/resources.ts'
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
    const parts = [
      table(heads, tools.map(toTableRow)),
      '## Resources',
      'Data that a client can attach to a conversation, read with the rights of the key.',
      table(
        ['resource', 'content'],
        RESOURCES.map(({ uri, description }) => [`\`${uri}\``, description]),
      ),
      '## Prompts',
      'Tasks that a user can start in a client. Each is offered to keys that may call its tools. Required inputs are bold.',
      table(['prompt', 'task', 'inputs', 'tools'], PROMPTS.map(toPromptRow)),
    ]
    return page('the endpoint declarations', 'MCP tools', INTRODUCTION, parts.join('\n\n'))
  },
}

function toPromptRow({ name, description, arguments: inputs, tools }: (typeof PROMPTS)[number]): string[] {
  const named = inputs.map((input) => (input.required ? `**${input.name}**` : input.name))
  return [`\`${name}\``, description, named.join(', '), tools.join(', ')]
}

function toTableRow({ name, description, inputSchema, annotations }: Tool): string[] {
  const { properties = {}, required = [] } = inputSchema as { properties?: object; required?: readonly string[] }
  const inputs = Object.keys(properties).map((input) => (required.includes(input) ? `**${input}**` : input))
  const operations = toolOperations.get(name)?.map(({ operation }) => operation.id) ?? ['all others']
  const kind = annotations.readOnlyHint ? ' (reads)' : annotations.destructiveHint ? ' (destructive)' : ''
  return [`\`${name}\`${kind}`, description, inputs.join(', '), operations.join(', ')]
}
