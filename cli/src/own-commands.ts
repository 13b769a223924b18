import type { Command } from 'commander'

interface OwnCommand {
  readonly name: string
  readonly summary: string
  readonly load: () => Promise<{ readonly add: (program: Command) => void }>
}

/** Commands that are more than one operation. */
export const OWN: readonly OwnCommand[] = [
  { name: 'login', summary: 'remember an API key', load: () => import('./own/login.ts') },
  { name: 'logout', summary: 'forget it', load: () => import('./own/logout.ts') },
  { name: 'whoami', summary: 'show the server, the key and the credits left', load: () => import('./own/whoami.ts') },
  {
    name: 'listen',
    summary: 'follow events, and forward them to a local address',
    load: () => import('./own/listen.ts'),
  },
  { name: 'trigger', summary: 'make an event happen', load: () => import('./own/trigger.ts') },
  { name: 'events', summary: 'send an event again', load: () => import('./own/events.ts') },
  { name: 'logs', summary: 'follow paid requests or webhook deliveries', load: () => import('./own/logs.ts') },
  { name: 'api', summary: 'call any path of the API', load: () => import('./own/api.ts') },
  { name: 'open', summary: 'open the portal or the docs in a browser', load: () => import('./own/open.ts') },
  {
    name: 'mcp',
    summary: 'serve the API to AI agents over standard input and output',
    load: () => import('./own/mcp.ts'),
  },
  { name: 'completion', summary: 'print the completion script of a shell', load: () => import('./own/completion.ts') },
]
