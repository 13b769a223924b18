import type { AnyEndpoint } from '../../../src/kit/declare/endpoint.ts'
import { startQueue } from '../../../src/queue/start.ts'
import { jobs } from '../../../src/worker/worker.ts'
import { type EndpointRequest, goodRequest } from '../declared-requests.ts'
import { addPeople, examplePerson } from '../directory-people.ts'
import { atEnd, type Browser, boot, type Client, type ContextOptions, type World } from '../harness.ts'
import { png } from '../media-samples.ts'
import { startReceiver } from '../receiver.ts'
import { ask, PASSWORD, RESOURCES } from './resources.ts'
import { PREPARED } from './write-setup.ts'

export interface Person {
  readonly client: Browser
  readonly email: string
  readonly userId: string
}

/** A write that the server accepts, and the client that may make it. */
export interface Write {
  readonly client: Client
  readonly sent: EndpointRequest
}

/**
 * A workspace whose resources are created when a request first refers to them. Requests that refer to the same kind share one
 * resource.
 */
export interface Tenant extends Pick<World, 'ctx' | 'db' | 'url' | 'operator'> {
  readonly workspaceId: string
  readonly live: Client
  readonly owner: Person
  readonly username: string
  /** The address of a server with a picture. */
  readonly origin: string
  id(prefix: string): Promise<string>
  /** Returns the id that `id` returned; undefined when no request referred to such a resource. */
  known(prefix: string): Promise<string> | undefined
  addPerson(): Promise<Person>
  /** Adds a user who is not a member. */
  addStranger(email: string): Promise<Person>
  make(path: string, body: unknown): Promise<Record<string, string> & { id: string }>
  /** Does something on the sandbox network, which the worker then reads. */
  act(what: string, body: object): Promise<Record<string, string>>
  first(path: string): Promise<string>
  /** Returns the page that the account acts as. */
  page(): Promise<string>
  /** Waits until the worker has done everything that is due. */
  settle(): Promise<void>
  write(endpoint: AnyEndpoint): Promise<Write>
}

/** Boots a service with a worker, in which every write of the catalogue can be made. */
export async function bootWrites(options: ContextOptions = {}) {
  const env = { LOG_LEVEL: 'silent', SANDBOX_WEBHOOK_SECRET: 'webhook-secret-for-tests', ...options.env }
  const world = await boot({ ...options, env })
  await addPeople(world.ctx, 'crm', [examplePerson(0, {})])
  const queue = await startQueue(world.ctx, { jobs })
  atEnd(() => queue.stop())
  const picture = png(2, 2)
  const origin = await startReceiver((response) =>
    response.writeHead(200, { 'content-type': 'image/png', 'content-length': picture.length }).end(picture),
  )
  let tenants = 0
  return {
    ...world,
    newTenant: () => openTenant(world, { settle: () => queue.idle(), origin: origin.url, number: tenants++ }),
  }
}

interface TenantOptions {
  readonly settle: Tenant['settle']
  readonly origin: string
  readonly number: number
}

async function openTenant(world: World, { settle, origin, number }: TenantOptions): Promise<Tenant> {
  const { workspaceId, live } = await world.neighbour()
  const ids = new Map<string, Promise<string>>()
  let people = 0
  const person = async (wanted: { email: string; workspaceId: string }): Promise<Person> => {
    const client = await world.session({ ...wanted, password: PASSWORD })
    const { user } = await ask(client, 'GET', '/v1/session')
    return { client, email: wanted.email, userId: user.id }
  }
  const addPerson = () => person({ email: `person-${number}-${people++}@example.com`, workspaceId })
  const tenant: Tenant = {
    ...world,
    workspaceId,
    live,
    owner: await addPerson(),
    username: `tenant-${number}`,
    origin,
    settle,
    addPerson,
    addStranger: async (email) => person({ email, workspaceId: (await world.neighbour()).workspaceId }),
    id(prefix) {
      const known = ids.get(prefix)
      if (known) return known
      const make = RESOURCES[prefix]
      if (!make) throw new Error(`No resource has ids that begin with ${prefix}_: add it to RESOURCES`)
      const made = make(tenant)
      ids.set(prefix, made)
      return made
    },
    known: (prefix) => ids.get(prefix),
    make: (path, body) => ask(live, 'POST', path, body),
    async act(what, body) {
      const made = await ask(live, 'POST', `/v1/sandbox/${what}`, body)
      await settle()
      return made
    },
    first: async (path) => (await ask(live, 'GET', path)).data[0].id,
    page: async () => (await ask(live, 'GET', `/v1/accounts/${await tenant.id('acc')}`)).active_entity.external_id,
    async write(endpoint) {
      const client = { operator: world.operator, user: tenant.owner.client }[endpoint.access as string] ?? live
      const sent = (await fillIds(goodRequest(endpoint), tenant)) as EndpointRequest
      return { client, sent, ...(await PREPARED[endpoint.id]?.(tenant, sent)) }
    },
  }
  return tenant
}

const EXAMPLE_ID = /^([a-z]+)_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB$/

/** Replaces the ids of the declared examples in a value by those of real resources. */
async function fillIds(value: unknown, tenant: Tenant): Promise<unknown> {
  const prefix = typeof value === 'string' ? EXAMPLE_ID.exec(value)?.[1] : undefined
  if (prefix !== undefined) return tenant.id(prefix)
  if (Array.isArray(value)) return Promise.all(value.map((item) => fillIds(item, tenant)))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(async ([name, inner]) => [name, await fillIds(inner, tenant)] as const)
  return Object.fromEntries(await Promise.all(entries))
}
