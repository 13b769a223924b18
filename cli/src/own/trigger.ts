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
  const command = program.command('trigger').summary('make an event happen')
  command.description(
    `Makes an event happen on the sandbox, so that webhooks and \`quoin listen\` get it: ${Object.keys(drivers).join(', ')}.\n` +
      'Any other event, or any with --forward-to, is sent as its declared example, signed, to that address or to the last one of `quoin listen`.',
  )
  command.argument('<event>', '`quoin webhooks events` lists them')
  command.option('--forward-to <url>', 'send the declared example there')
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
  const address = options.forwardTo ?? caller.profile.forward_to
  if (address === undefined)
    throw new UsageError(
      `The sandbox cannot cause ${type}. Name where to send its example: --forward-to localhost:3000`,
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
