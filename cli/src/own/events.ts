import type { Command } from 'commander'
import type { Quoin } from '../../../sdk/src/client.ts'
import { followStream, type StreamedEvent } from '../../../sdk/src/follow.ts'
import { openClient } from '../client.ts'
import { forward } from '../events/forward.ts'
import { listenSecret, toForwardUrl } from '../events/secret.ts'
import { addGlobals, type GlobalOptions } from '../global-options.ts'
import { note, print } from '../output.ts'
import { UsageError } from '../usage-error.ts'

interface ResendOptions extends GlobalOptions {
  readonly forwardTo?: string
}

const DELIVERY = /^dlv_[0-9A-Z]{26}$/
const EVENT = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/
const FIND_MS = 10_000

export function add(program: Command): void {
  const events = program.command('events').description('Send an event again.')
  const command = events.command('resend').summary('send an event again')
  command.description(
    'With --forward-to, sends a stored event to a local address, signed as by `quoin listen`. Otherwise the server redrives a dead delivery to its endpoint.',
  )
  command.argument('<id>', 'id of a delivery or, with --forward-to, of an event')
  command.option('--forward-to <url>', 'send the event to this URL')
  command.addHelpText(
    'after',
    '\nExample:\n  quoin events resend dlv_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB --forward-to localhost:3000',
  )
  addGlobals(command).action((id: string) => resend(id, command.optsWithGlobals<ResendOptions>()))
}

async function resend(id: string, options: ResendOptions): Promise<void> {
  const { client, caller } = openClient(options)
  if (options.forwardTo === undefined) {
    if (!DELIVERY.test(id))
      throw new UsageError('Pass the id of a delivery (dlv_…), or add --forward-to with the URL to send the event to.')
    return print(await client.call('webhook_deliveries.redrive', [id]), { options })
  }
  const event = DELIVERY.test(id) ? await readDelivery(client, id) : await findEvent(client, id)
  const url = toForwardUrl(options.forwardTo)
  const { status } = await forward(event, { url, secret: listenSecret(caller), signal: AbortSignal.timeout(FIND_MS) })
  note(`${event.type} ${event.id} → ${status}`)
  if (status >= 300) process.exitCode = 1
}

async function readDelivery(client: Quoin, id: string): Promise<StreamedEvent> {
  const delivery = (await client.call('webhook_deliveries.get', [id])) as {
    event_id: string
    event_type: string
    body: string
  }
  return { id: delivery.event_id, type: delivery.event_type, body: delivery.body }
}

/** Finds an event in the stream. Its id begins with its time, so the stream is read from there. */
async function findEvent(client: Quoin, id: string): Promise<StreamedEvent> {
  if (!EVENT.test(id)) throw new UsageError(`${id} is not the id of a delivery or an event.`)
  const signal = AbortSignal.timeout(FIND_MS)
  for await (const event of followStream(client, undefined, { since: parseUlidTime(id), signal }))
    if (event.id === id) return event
  throw new UsageError(
    `No stored event has the id ${id}. Events are stored for 30 days if an endpoint or a stream subscribes to them.`,
  )
}

function parseUlidTime(ulid: string): Date {
  const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
  let time = 0
  for (const letter of ulid.slice(0, 10)) time = 32 * time + letters.indexOf(letter)
  return new Date(time)
}
