import type { AnyEndpoint } from '../../kit/declare/endpoint.ts'

/** Builds the value of `Location`: the URL of the resource that a call created or will create. */
export type Locate = (params: unknown, reply: unknown) => string

/**
 * Returns the template of `Location`: the declared one, or the endpoint's own path and the new id if there is a GET for it.
 * Names in a declared template are fields of the reply or path parameters.
 */
export function locationTemplate(endpoint: AnyEndpoint, endpoints: readonly AnyEndpoint[]): string | undefined {
  if (endpoint.status === 200) return undefined
  if (endpoint.location !== undefined) return endpoint.location
  const isItemPath = (path: string) =>
    path.startsWith(`${endpoint.path}/{`) && /^\/\{\w+\}$/.test(path.slice(endpoint.path.length))
  return endpoints.find(({ method, path }) => method === 'GET' && isItemPath(path))?.path
}

export function createLocator(endpoint: AnyEndpoint, endpoints: readonly AnyEndpoint[]): Locate | undefined {
  const template = locationTemplate(endpoint, endpoints)
  if (template === undefined) return undefined
  if (endpoint.location !== undefined)
    return (params, reply) => fill(template, { ...toRecord(params), ...toRecord(reply) })
  return (params, reply) => `${fill(endpoint.path, toRecord(params))}/${fill('{id}', toRecord(reply))}`
}

function toRecord(value: unknown): Record<string, unknown> {
  return (value ?? {}) as Record<string, unknown>
}

function fill(template: string, fields: Record<string, unknown>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(fields[name])))
}
