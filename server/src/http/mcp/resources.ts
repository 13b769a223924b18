import type { FastifyInstance } from 'fastify'
import { type Operation, operations } from '../openapi/operations-list.ts'
import type { ApiResponse, Caller, Dispatch } from './dispatch.ts'
import { buildToolInputs, mayCall, type Rights } from './inputs.ts'

/** Data that a client can attach to a conversation. It is read by an operation, or is a page of the documentation. */
interface Resource {
  /** An address, or with `{id}` a template. */
  readonly uri: string
  readonly name: string
  readonly title: string
  readonly description: string
  readonly source: { readonly operation: string; readonly limit?: number } | { readonly page: string }
}

export const RESOURCES: readonly Resource[] = [
  {
    uri: 'quoin://platforms',
    name: 'platforms',
    title: 'Platforms',
    description: 'Social platforms with their capabilities, limits and options.',
    source: { operation: 'platforms.list', limit: 100 },
  },
  {
    uri: 'quoin://profiles',
    name: 'profiles',
    title: 'Profiles',
    description: 'The profiles that the key can access, up to 100.',
    source: { operation: 'profiles.list', limit: 100 },
  },
  {
    uri: 'quoin://profiles/{id}',
    name: 'profile',
    title: 'Profile',
    description: 'One profile, by its id.',
    source: { operation: 'profiles.get' },
  },
  {
    uri: 'quoin://accounts',
    name: 'accounts',
    title: 'Accounts',
    description: 'Connected social accounts, up to 100.',
    source: { operation: 'accounts.list', limit: 100 },
  },
  {
    uri: 'quoin://accounts/{id}',
    name: 'account',
    title: 'Account',
    description: 'One connected account, by its id.',
    source: { operation: 'accounts.get' },
  },
  {
    uri: 'quoin://posts/{id}',
    name: 'post',
    title: 'Post',
    description: 'One post with the state of each target, by its id.',
    source: { operation: 'posts.get' },
  },
  {
    uri: 'quoin://prices',
    name: 'prices',
    title: 'Prices',
    description: 'Paid actions with the prices of the workspace.',
    source: { operation: 'actions.list' },
  },
  ...['publishing', 'inbox', 'data', 'jobs'].map((page) => ({
    uri: `quoin://docs/${page}`,
    name: `docs_${page}`,
    title: `Guide: ${page}`,
    description: `The guide about ${page}.`,
    source: { page: `/docs/guides/${page}.md` },
  })),
]

/** Lists the resources that a key may read: those with an address, or the templates. */
export function resourcesFor(rights: Rights, kind: 'addresses' | 'templates'): Resource[] {
  return RESOURCES.filter(({ uri, source }) => {
    const isTemplate = uri.includes('{')
    return isTemplate === (kind === 'templates') && (!('operation' in source) || mayCall(getOperation(source), rights))
  })
}

export function toMimeType({ source }: Resource): string {
  return 'page' in source ? 'text/markdown' : 'application/json'
}

interface Reader {
  readonly app: FastifyInstance
  readonly caller: Caller
  readonly dispatch: Dispatch
}

/** Reads a resource with the rights of the key. Undefined when there is none at this address. */
export async function readResource(
  { app, caller, dispatch }: Reader,
  uri: string,
): Promise<{ mimeType: string; response: Pick<ApiResponse, 'status' | 'text' | 'body'> } | undefined> {
  const [resource, id] = findResource(uri, caller.principal)
  if (!resource) return undefined
  const mimeType = toMimeType(resource)
  const { source } = resource
  if ('page' in source) {
    const { statusCode: status, body: text } = await app.inject({ url: source.page, remoteAddress: caller.address })
    return { mimeType, response: { status, text, body: undefined } }
  }
  const operation = getOperation(source)
  const args = { ...(id !== undefined && { id }), ...(source.limit !== undefined && { limit: source.limit }) }
  return { mimeType, response: await dispatch(operation, buildToolInputs(operation), args) }
}

function findResource(uri: string, rights: Rights): [Resource | undefined, string | undefined] {
  const fixed = resourcesFor(rights, 'addresses').find((each) => each.uri === uri)
  if (fixed) return [fixed, undefined]
  const [, start, id] = /^(quoin:\/\/\w+\/)([\w-]{1,64})$/.exec(uri) ?? []
  return [resourcesFor(rights, 'templates').find((each) => each.uri === `${start}{id}`), id]
}

function getOperation({ operation: id }: { readonly operation: string }): Operation {
  const operation = operations.find((each) => each.id === id)
  if (!operation) throw new Error(`A resource of /mcp names the unknown operation ${id}`)
  return operation
}
