import type { Command } from 'commander'
import { followStream, type StreamedEvent } from '../../../sdk/src/follow.ts'
import { openClient } from '../client.ts'
import { forward } from '../events/forward.ts'
import { readMoment } from '../events/read-time.ts'
import { listenSecret, toForwardUrl } from '../events/secret.ts'
import { addGlobals, type GlobalOptions } from '../global-options.ts'
import { resolveCaller, saveLogin } from '../logins.ts'
import { note } from '../output.ts'
import { paint } from '../table.ts'

interface ListenOptions extends GlobalOptions {
  readonly forwardTo?: string
  readonly events?: string
  readonly since?: string
  readonly limit?: string
  readonly printSecret?: true
}

export function add(program: Command): void {
  const command = program.command('listen').summary('follow events and forward them to a local address')
  command.description(
    "Shows the workspace's events as they happen and, with --forward-to, sends each one to your receiver, signed like a webhook.\n" +
      'Resumes after a lost connection and waits while your receiver is down, so no event is lost.\n' +
      'Needs no webhook endpoint. The signing secret stays the same for a login.',
  )
  command.option(
    '--forward-to <url>',
    'send events to this URL: http://localhost:3000/webhooks, localhost:3000, or 3000',
  )
  command.option('--events <a,b>', 'only these types; `quoin webhooks events` lists them')
  command.option('--since <time>', 'start with events since then: 10m, 2h, or a time')
  command.option('--limit <number>', 'stop after this many events')
  command.option('--print-secret', 'print the signing secret and exit')
  command.addHelpText(
    'after',
    '\nExample:\n  quoin listen --forward-to http://localhost:3000/webhooks --events post.published,post.failed',
  )
  addGlobals(command).action(() => listen(command.optsWithGlobals<ListenOptions>()))
}

async function listen(options: ListenOptions): Promise<void> {
  if (options.printSecret) {
    process.stdout.write(`${listenSecret(resolveCaller(options))}\n`)
    return
  }
  const { client, caller } = openClient(options)
  const stop = new AbortController()
  process.once('SIGINT', () => {
    process.exitCode = 130
    stop.abort()
  })
  process.once('SIGTERM', () => stop.abort())
  const { signal } = stop
  const say = options.quiet ? () => {} : note
  const url = options.forwardTo === undefined ? undefined : toForwardUrl(options.forwardTo)
  const secret = url === undefined ? '' : listenSecret(caller)
  if (url !== undefined) saveLogin(caller.loginName, { forward_to: url })
  const isTest = caller.apiKey?.includes('_test_') ?? false
  let isReady = false
  const events = followStream(client, options.events, {
    since: options.since === undefined ? undefined : readMoment(options.since, '--since'),
    signal,
    onOpen() {
      if (isReady) say('Reconnected.')
      else
        say(
          `Listening at ${caller.baseUrl}.${url ? ` Events go to ${url}; \`quoin listen --print-secret\` shows the secret that signs them.` : ''}`,
        )
      isReady = true
    },
    onLost: (reason) => say(`The connection was lost: ${reason}. Reconnecting; no event is lost.`),
  })
  let count = 0
  try {
    for await (const event of events) {
      await handle(
        event,
        options,
        url && {
          url,
          secret,
          signal,
          onUnreachable: (why: string) => say(`${url} cannot be reached: ${why}. Retrying.`),
        },
      )
      if (++count === Number(options.limit ?? Infinity)) break
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
  if (isTest) say('Test keys only get examples. Use a live key to follow real events.')
}

async function handle(
  event: StreamedEvent,
  { json, quiet }: ListenOptions,
  target: Parameters<typeof forward>[1] | '' | undefined,
): Promise<void> {
  if (json) process.stdout.write(`${event.body}\n`)
  if (target) {
    const { status, ms } = await forward(event, target)
    const answer = paint(String(status), status < 300 ? 'green' : 'red')
    if (!json) show(event, `→ ${answer} (${ms} ms)`, quiet)
  } else if (!json) show(event, '', quiet)
}

function show({ id, type }: StreamedEvent, more: string, quiet?: true): void {
  const time = paint(new Date().toTimeString().slice(0, 8), 'dim')
  process.stdout.write(quiet ? `${id}\n` : `${[time, type.padEnd(24), id, more].join('  ').trimEnd()}\n`)
}
