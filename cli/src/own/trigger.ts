import type { Command } from 'commander'
import type { Quoin } from '../../../sdk/src/client.ts'
import { openClient } from '../client.ts'
import { forward } from '../events/forward.ts'
import { drivers } from '../events/sandbox-drivers.ts'
import { listenSecret, toForwardUrl } from '../events/secret.ts'
import { addGlobals, type GlobalOptions } from '../global-options.ts'
import { nearest } from '../nearest-name.ts'
import { note } from '../output.ts'
import { UsageError } from '../usage-error.ts'

interface TriggerOptions extends GlobalOptions {
  readonly forwardTo?: string
}

export function add(program: Command): void {
  const command = program.command('trigger').summary('cause an event')
  command.description(
    `Causes an event on the sandbox, which webhooks and \`quoin listen\` receive: ${Object.keys(drivers).join(', ')}.\n` +
      'For other events, or with --forward-to, sends the documented example, signed, to that URL or to the last one used by `quoin listen`.',
  )
  command.argument('<event>', 'event type; `quoin webhooks events` lists them')
  command.option('--forward-to <url>', 'send the documented example to this URL')
  command.addHelpText('after', '\nExample:\n  quoin trigger post.published')
  addGlobals(command).action((event: string) => trigger(event, command.optsWithGlobals<TriggerOptions>()))
}

async function trigger(type: string, options: TriggerOptions): Promise<void> {
  const { client, caller } = openClient(options)
  const drive = drivers[type]
  if (drive && options.forwardTo === undefined) {
    const what = await drive(client)
    if (!options.quiet) note(`${what} The event ${type} follows.`)
    return
  }
  const sample = await getEventSample(client, type)
  const address = options.forwardTo ?? caller.login.forward_to
  if (address === undefined)
    throw new UsageError(
      `The sandbox cannot cause ${type}. To send its example to your receiver, add --forward-to localhost:3000`,
    )
  const url = toForwardUrl(address)
  const signal = AbortSignal.timeout(30_000)
  const { status } = await forward(
    { id: sample.id, type, body: JSON.stringify(sample) },
    { url, secret: listenSecret(caller), signal },
  )
  note(`Sent the example of ${type} to ${url}: ${status}`)
  if (status >= 300) process.exitCode = 1
}

interface EventKind {
  readonly type: string
  readonly sample: { readonly id: string }
}

async function getEventSample(client: Quoin, type: string): Promise<EventKind['sample']> {
  const { data } = (await client.call('webhooks.events', [], { limit: 100 })) as { data: EventKind[] }
  const kind = data.find((each) => each.type === type)
  if (kind) return kind.sample
  const near = nearest(
    type,
    data.map((each) => each.type),
  )
  throw new UsageError(
    `There is no event ${type}. ${near ? `Did you mean ${near}? ` : ''}\`quoin webhooks events\` lists them.`,
  )
}
