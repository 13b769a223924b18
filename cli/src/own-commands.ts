import type { Command } from 'commander'
import type { CommandSummary } from './command.ts'

interface OwnCommand {
  readonly name: string
  readonly summary: string
  readonly load: () => Promise<{ readonly add: (program: Command, own: readonly CommandSummary[]) => void }>
}

/** Commands that do more than one operation. */
export const OWN: readonly OwnCommand[] = [
  { name: 'login', summary: 'sign in, or store an API key', load: () => import('./own/login.ts') },
  { name: 'logout', summary: 'sign out, or delete a stored key', load: () => import('./own/logout.ts') },
  { name: 'logins', summary: 'list the stored logins', load: () => import('./own/logins.ts') },
  { name: 'whoami', summary: 'show the server, the key and the credit balance', load: () => import('./own/whoami.ts') },
  {
    name: 'listen',
    summary: 'follow events and forward them to a local address',
    load: () => import('./own/listen.ts'),
  },
  { name: 'trigger', summary: 'cause an event', load: () => import('./own/trigger.ts') },
  { name: 'events', summary: 'send an event again', load: () => import('./own/events.ts') },
  {
    name: 'logs',
    summary: 'follow requests, metered calls or webhook deliveries',
    load: () => import('./own/logs.ts'),
  },
  { name: 'api', summary: 'call any API path', load: () => import('./own/api.ts') },
  { name: 'open', summary: 'open the portal or the docs in a browser', load: () => import('./own/open.ts') },
  {
    name: 'mcp',
    summary: 'serve the API to AI agents over standard input and output',
    load: () => import('./own/mcp.ts'),
  },
  { name: 'completion', summary: 'print a shell completion script', load: () => import('./own/completion.ts') },
]
