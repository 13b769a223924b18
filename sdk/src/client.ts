import { isOverMaxCredits } from './errors.ts'
import {
  type Arguments,
  buildPath,
  camelCase,
  type Operation,
  type OperationId,
  placeArguments,
  readOperations,
} from './operation.ts'
import type { ClientOptions, PricedOptions } from './options.ts'
import { List, type Page, type PageRequest, Reply } from './reply.ts'
import { type Answer, type Settings, send } from './send.ts'
import type { Resources } from './types.gen.ts'
import { type Finished, type Waitable, type WaitOptions, waitFor } from './wait-for.ts'
import type { signTestWebhook, verifyWebhook } from './webhooks.ts'

/** Functions of `client.webhooks` besides its operations. */
interface WebhookTools {
  /** Returns the event if one of these secrets signed the delivery, otherwise rejects with a `WebhookVerificationError`. */
  unwrap: typeof verifyWebhook
  /** Returns the headers that the server would send with this body, for tests of a receiver. */
  signTest: typeof signTestWebhook
}

/** Loaded on first use, because most programs receive no webhooks. */
const loadWebhooks = () => import('./webhooks.ts')
const webhookTools: WebhookTools = {
  unwrap: async (...delivery) => (await loadWebhooks()).verifyWebhook(...delivery),
  signTest: async (...signed) => (await loadWebhooks()).signTestWebhook(...signed),
}

// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- the constructor creates every resource
export interface Quoin extends Omit<Resources, 'webhooks'> {
  readonly webhooks: Resources['webhooks'] & WebhookTools
}

/** API client with a property for each resource and a method for each operation. */
export class Quoin {
  readonly baseURL: string
  // Private, so that logging a client does not show its key.
  readonly #headers: Readonly<Record<string, string>>
  readonly #settings: Settings
  readonly #maxCredits: number
  readonly #operations: ReadonlyMap<OperationId, Operation>

  constructor(options: ClientOptions = {}) {
    const { apiKey = variable('QUOIN_API_KEY'), baseURL = variable('QUOIN_BASE_URL') } = options
    if (!apiKey) throw new TypeError('Pass `apiKey`, or set QUOIN_API_KEY.')
    this.baseURL = (baseURL || 'http://127.0.0.1:8080').replace(/\/+$/, '')
    this.#headers = { ...options.defaultHeaders, authorization: `Bearer ${apiKey}` }
    this.#maxCredits = options.maxCredits ?? Infinity
    this.#settings = {
      timeout: options.timeout ?? 60_000,
      maxRetries: options.maxRetries ?? 2,
      // Browsers do not allow calling `fetch` as a method of another object.
      fetch: options.fetch ?? ((input, init) => fetch(input, init)),
      onRequest: options.onRequest,
    }
    this.#operations = readOperations()
    const resources = this as unknown as Record<string, Record<string, unknown>>
    for (const [id, operation] of this.#operations) {
      const [resource = '', verb = ''] = id.split('.').map(camelCase)
      const methods = (resources[resource] ??= {})
      const paramCount = operation.path.split('*').length - 1
      methods[verb] = (...given: unknown[]) => {
        const params = given.splice(0, paramCount)
        const args = operation.takesArguments ? given.shift() : undefined
        return this.#start(operation, params, args as Arguments | undefined, given[0] as PricedOptions | undefined)
      }
    }
    Object.assign(this.webhooks, webhookTools)
  }

  /** Calls an operation by its id, such as `call('posts.get', ['post_…'])`, for programs that choose it at run time. */
  call(
    id: OperationId,
    params: readonly (string | number)[] = [],
    args?: Arguments,
    options?: PricedOptions,
  ): Reply<unknown> {
    const operation = this.#operations.get(id)
    if (!operation) throw new TypeError(`There is no operation ${id}.`)
    return this.#start(operation, params, args, options)
  }

  /** Polls a job, a post or a media asset until it is done, and returns its final state. */
  waitFor<T extends Waitable>(resource: T, options?: WaitOptions<Finished<T>>): Promise<Finished<T>> {
    return waitFor((id, operation, signal) => this.call(operation, [id], undefined, { signal }), resource, options)
  }

  #start(
    operation: Operation,
    params: readonly unknown[],
    args: Arguments = {},
    options: PricedOptions = {},
  ): Reply<unknown> {
    const { id, method, isPage, isPriced, isBytes } = operation
    const { maxCredits = Infinity } = options
    const path = buildPath(operation, params)
    // One key for the logical call, and one for each further page.
    const idempotencyKey = method === 'GET' ? undefined : (options.idempotencyKey ?? crypto.randomUUID())
    const request = (
      { number, cursor, limit, spent, isRaw = false }: PageRequest,
      suffix = number ? `-${number}` : '',
    ): Promise<Answer<never>> => {
      const headers = new Headers({ ...this.#headers, ...options.headers })
      if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey + suffix)
      const ceiling = Math.min(maxCredits - spent, this.#maxCredits)
      if (isPriced && ceiling < Infinity) headers.set('x-max-credits', String(Math.max(0, ceiling)))
      const ofPage = { ...args, ...(cursor && { cursor }), ...(limit && { limit }) }
      const { search, body } = placeArguments(operation, ofPage, headers)
      const url = this.baseURL + path + search
      const call = { operation: id, method, url, headers, idempotencyKey, body, isBytes, options }
      return send(this.#settings, call, isRaw)
    }
    // Without a page size of the caller, a page that the credit limit refuses is bought as far as the limit allows.
    const read = (page: PageRequest) =>
      request(page).catch((error: unknown) => {
        const limit = isPage && !args['limit'] && countAffordable(error, page.limit)
        if (!limit) throw error
        return request({ ...page, limit }, `-${page.number}-${limit}`)
      })
    if (!isPage || (args['format'] ?? 'json') !== 'json')
      return Reply.soon((isRaw) => read({ number: 0, spent: 0, isRaw }))
    const refusal =
      isPriced && maxCredits === Infinity
        ? `The pages of ${id} cost credits. Pass { maxCredits } with the most that they may cost together.`
        : undefined
    return new List<Page>({ read, limit: args['limit'] as number | undefined, isPriced, idempotencyKey, refusal })
  }
}

/** Page size of the API where the caller passes none. */
const LIMIT_DEFAULT = 10

/** Returns the number of items that the credit limit allows, or 0 if it did not refuse the call. */
function countAffordable(error: unknown, limit = LIMIT_DEFAULT): number {
  if (!isOverMaxCredits(error)) return 0
  const { required, max_credits } = error.problem
  return Math.floor((limit * max_credits) / required)
}

/** Reads an environment variable. Deno may deny access, and browsers have none. */
function variable(name: string): string | undefined {
  try {
    return globalThis.process?.env[name]
  } catch {
    return undefined
  }
}
