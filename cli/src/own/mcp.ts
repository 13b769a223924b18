import type { Command } from 'commander'
import { addGlobals, type GlobalOptions } from '../global-options.ts'
import { needKey, resolveCaller } from '../profile.ts'
import { UsageError } from '../usage-error.ts'

interface McpOptions extends GlobalOptions {
  readonly maxSpend?: string
}

export function add(program: Command): void {
  const command = program.command('mcp').summary('serve the API to AI agents over standard input and output')
  command.description(
    'A server of the Model Context Protocol over standard input and output, for AI agents on this machine.',
  )
  command.option('--max-spend <credits>', 'the credits that the agent may spend in all')
  addGlobals(command).action(async () => {
    const { serve } = await loadServer()
    const options = command.optsWithGlobals<McpOptions>()
    const caller = resolveCaller(options)
    await serve({ ...options, apiKey: needKey(caller), baseUrl: caller.baseUrl })
  })
}

/** A file of its own beside the bundle, so that no other command pays for it. */
async function loadServer(): Promise<{ readonly serve: (options: McpOptions) => Promise<void> }> {
  const file = import.meta.url.endsWith('.ts') ? '../mcp.ts' : './mcp.js'
  return import(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new UsageError('This build of quoin has no MCP server. Agents can use the one at /mcp of the server.')
  })
}
