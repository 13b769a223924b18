import { type CallerOptions, needKey, resolveCaller } from './logins.ts'
import { relay } from './mcp/relay.ts'
import { createSignedInFetch } from './sign-in/device-sign-in.ts'
import { UsageError } from './usage-error.ts'

interface ServeOptions extends CallerOptions {
  readonly maxSpend?: string
}

/** Runs `quoin mcp`, an MCP server over standard input and output that forwards every message to /mcp of the server. */
export async function serve({ maxSpend, ...options }: ServeOptions): Promise<void> {
  const caller = resolveCaller(options)
  if (maxSpend !== undefined && !/^\d{1,12}$/.test(maxSpend))
    throw new UsageError(`--max-spend must be a whole number of credits, not ${JSON.stringify(maxSpend)}.`)
  await relay({
    url: `${caller.baseUrl}/mcp`,
    key: needKey(caller),
    fetch: createSignedInFetch(caller),
    maxSpend: maxSpend === undefined ? undefined : Number(maxSpend),
    input: process.stdin,
    output: process.stdout,
    log: (text) => process.stderr.write(`quoin mcp: ${text}\n`),
  })
}
