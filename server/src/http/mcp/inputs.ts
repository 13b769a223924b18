import type { Principal } from '../../kit/context.ts'
import type { Tool as Mark } from '../../kit/declare/tool.ts'
import { hasRole } from '../auth/session-access.ts'
import { type Operation, operations } from '../openapi/operations-list.ts'
import type { Schema } from './tool-schema.ts'

export interface ToolOperation {
  readonly operation: Operation
  readonly mark: Mark
  /** The operation's inputs by the tool's argument names. */
  readonly inputs: ReadonlyMap<string, Input>
}

export interface Input {
  readonly name: string
  readonly where: 'path' | 'query' | 'body'
  readonly schema: Schema
  readonly isRequired: boolean
}

/** Default page size for models: results fill their context. */
const PAGE = 10

/** Every tool by its name, for any caller. */
export const toolOperations: ReadonlyMap<string, readonly ToolOperation[]> = Map.groupBy(
  operations.flatMap((operation) => {
    const { tool: mark } = operation.endpoint
    return typeof mark === 'object' ? [{ operation, mark, inputs: buildToolInputs(operation, mark) }] : []
  }),
  ({ mark }) => mark.name,
)

function placed(where: 'query' | 'body', list: Operation['query']): Input[] {
  return list.map((each) => ({ ...each, schema: each.schema as unknown as Schema, where }))
}

export function buildToolInputs(
  operation: Operation,
  { hides = [], renames = {} }: Partial<Mark> = {},
): Map<string, Input> {
  const { params, query, body, cursorIn } = operation
  const fromPath = params.map(
    (name) => ({ name, where: 'path', schema: { type: 'string' }, isRequired: true }) as const,
  )
  const rest = [...placed('query', query), ...placed('body', body)]
  const short = (input: Input) =>
    cursorIn === 'query' && input.name === 'limit' ? { ...input, schema: { ...input.schema, default: PAGE } } : input
  const offered = [...fromPath, ...rest].filter(({ name }) => !hides.includes(name))
  return new Map(offered.map((input) => [renames[input.name] ?? input.name, short(input)]))
}

/** Returns the arguments with the default page size where the model omitted it. */
export function withPageLimit({ cursorIn }: Operation, inputs: ReadonlyMap<string, Input>, args: object): object {
  return cursorIn === 'query' && inputs.has('limit') ? { limit: PAGE, ...args } : args
}

/** Returns true if the operation changes nothing, whatever its method. */
export function isReading({ operation, mark }: ToolOperation): boolean {
  return operation.endpoint.access === 'read' || mark.isReading === true
}

/** The parts of a key that decide which operations it may call. */
export type Rights = Pick<Principal, 'permission' | 'profileIds' | 'role'>

/** Returns true if a key may call an operation at all, by the rules of `execute.ts`. */
export function mayCall({ endpoint }: Operation, { permission, profileIds, role }: Rights): boolean {
  if (endpoint.role !== undefined && role !== null && !hasRole(role, endpoint.role)) return false
  if (endpoint.access === 'write' && permission === 'read' && !endpoint.special.takesDryRun) return false
  return endpoint.access === 'public' || endpoint.scope !== 'full' || profileIds === null
}

/** Inputs that limit the cost of every paid tool. */
export const PAID: Readonly<Record<string, Schema>> = {
  max_credits: { type: 'integer', minimum: 0, description: 'The most this call may spend.' },
  quote: { type: 'string', description: 'From the error confirmation_required, once the user agreed.' },
}
