import type { Command } from 'commander'
import { addGlobals, type GlobalOptions } from '../global-options.ts'
import { needKey, resolveCaller } from '../logins.ts'
import { UsageError } from '../usage-error.ts'

interface McpOptions extends GlobalOptions {
  readonly maxSpend?: string
}

export function add(program: Command): void {
  const command = program.command('mcp').summary('serve the API to AI agents over standard input and output')
  command.description(
    'Runs a Model Context Protocol server over standard input and output, for AI agents on this machine.',
  )
  command.option('--max-spend <credits>', 'total credits that the agent may spend')
  addGlobals(command).action(async () => {
    const { serve } = await loadServer()
    const options = command.optsWithGlobals<McpOptions>()
    const caller = resolveCaller(options)
    await serve({ ...options, apiKey: needKey(caller), baseUrl: caller.baseUrl })
  })
}

/** Loads the server from its own file beside the bundle, so that other commands do not load it. */
async function loadServer(): Promise<{ readonly serve: (options: McpOptions) => Promise<void> }> {
  const file = import.meta.url.endsWith('.ts') ? '../mcp.ts' : './mcp.js'
  return import(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new UsageError('This build of quoin has no MCP server. Use /mcp on the Quoin server instead.')
  })
}
