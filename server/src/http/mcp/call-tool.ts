import { hasRole } from '../auth/session-access.ts'
import type { Operation } from '../openapi/operations-list.ts'
import { findOperation, searchOperations } from './api-tool.ts'
import { COMBINED } from './combined.ts'
import type { Arguments } from './dispatch.ts'
import { type AnnotatedResponse, callGuarded, type ToolContext } from './guarded-call.ts'
import { buildToolInputs, isReading, mayCall, type ToolOperation, toolOperations, withPageLimit } from './inputs.ts'
import { type Confirmation, failed, invalidArguments, succeeded, type ToolResult, toErrorResult } from './result.ts'

export type ToolOutcome = ToolResult | Confirmation

/** Runs a tool. Returns undefined when there is none of this name. */
export async function callTool(door: ToolContext, name: string, args: Arguments): Promise<ToolOutcome | undefined> {
  if (name === 'api') return callApi(door, args)
  const all = toolOperations.get(name)
  if (!all) return undefined
  const callable = all.filter(({ operation }) => mayCall(operation, door.caller.principal))
  if (callable.length === 0) return forbidden(door, all[0]?.operation)
  const { chosen, rest, refusal } = choose(name, callable, args)
  return refusal ?? runParts(door, name, chosen, rest)
}

function forbidden({ caller: { principal } }: ToolContext, operation: Operation | undefined): ToolResult {
  const { role } = operation?.endpoint ?? {}
  if (role !== undefined && principal.role !== null && !hasRole(principal.role, role))
    return failed({
      code: 'role_required',
      message: `This tool needs the role ${role}, but this connection has the role ${principal.role}.`,
    })
  return principal.permission === 'read'
    ? failed({
        code: 'read_only_key',
        message: 'This connection may only read. The tool needs one that may also change things.',
      })
    : failed({
        code: 'out_of_scope',
        message: 'This connection reaches only some profiles. The tool needs access to the whole workspace.',
      })
}

interface Choice {
  readonly chosen: readonly ToolOperation[]
  readonly rest: Arguments
  readonly refusal?: ToolResult
}

/** Chooses the endpoint of a tool that a call means. */
function choose(name: string, all: readonly ToolOperation[], args: Arguments): Choice {
  const how = COMBINED[name]?.choose
  if (how === undefined) return { chosen: all, rest: args }
  const argument = how === 'id' ? 'id' : how.argument
  const { [argument]: given, ...others } = args
  const wanted = how === 'id' ? String(given).replace(/_.*/s, '') : given
  const chosen = all.filter(({ mark }) => mark.when === wanted)
  const values = [...new Set(all.map(({ mark }) => (how === 'id' ? `${mark.when}_...` : mark.when)))].join(', ')
  const problem = how === 'id' ? `An id of one of these kinds: ${values}` : `One of: ${values}`
  const refusal = chosen.length === 0 ? { refusal: invalidArguments({ field: argument, problem }) } : {}
  return { chosen, rest: how === 'id' ? args : others, ...refusal }
}

async function runParts(
  door: ToolContext,
  name: string,
  chosen: readonly ToolOperation[],
  args: Arguments,
): Promise<ToolOutcome> {
  const known = new Set(chosen.flatMap(({ inputs }) => [...inputs.keys()]))
  const isPriced = chosen.some(({ operation }) => operation.isPriced)
  const refusal = refuseUnknown(args, known, isPriced)
  if (refusal) return refusal
  const hasSchema = chosen.every(isReading)
  const [first, ...others] = chosen as [ToolOperation, ...ToolOperation[]]
  if (others.length === 0) return toToolOutcome(await runOne(door, first, args), { hasSchema })
  const parts: Record<string, unknown> = {}
  let last: ToolResult | undefined
  for (const one of chosen) {
    const own = Object.fromEntries(Object.entries(args).filter(([argument]) => one.inputs.has(argument)))
    const run = await runOne(door, one, own)
    last = toToolOutcome(run, { hasSchema }) as ToolResult
    if (last.isError || !('response' in run)) return last
    parts[one.mark.part ?? name] = run.response.body
  }
  return { ...last, content: [{ type: 'text', text: JSON.stringify(parts) }], structuredContent: parts }
}

function refuseUnknown(args: Arguments, known: ReadonlySet<string>, isPriced: boolean): ToolResult | undefined {
  const allowed = (argument: string) => known.has(argument) || (isPriced && ['max_credits', 'quote'].includes(argument))
  const unknown = Object.keys(args).filter((argument) => !allowed(argument))
  if (unknown.length === 0) return undefined
  const problem = `Not an input of this call. It takes: ${[...known].join(', ') || 'nothing'}`
  return invalidArguments(...unknown.map((field) => ({ field, problem })))
}

type Target = Pick<ToolOperation, 'operation' | 'inputs'>

async function runOne(
  door: ToolContext,
  { operation, inputs }: Target,
  all: Arguments,
): Promise<AnnotatedResponse | ToolOutcome> {
  const { max_credits: maxCredits, quote, ...given } = all
  const missing = [...inputs].filter(([name, { where }]) => where === 'path' && given[name] === undefined)
  if (missing.length > 0) return invalidArguments(...missing.map(([field]) => ({ field, problem: 'Field required' })))
  const args = withPageLimit(operation, inputs, given) as Arguments
  const { isPaid, isOnce } = classifyCall(operation, args)
  if (isPaid && !isCredits(maxCredits)) return missingCeiling(operation)
  if (!isPaid && !isOnce) return { response: await door.dispatch(operation, inputs, args), notes: [] }
  return callGuarded(door, {
    operation,
    inputs,
    args,
    maxCredits: isPaid ? (maxCredits as number) : undefined,
    quote: typeof quote === 'string' ? quote : undefined,
  })
}

/**
 * A dry run costs nothing. A call that creates something must not create it twice when it is repeated because its response was
 * lost.
 */
function classifyCall({ endpoint, isPriced }: Operation, args: Arguments) {
  const isDryRun = endpoint.special.takesDryRun === true && args['dry_run'] === true
  return {
    isPaid: isPriced && !isDryRun,
    isOnce: endpoint.status === 201 || endpoint.special.needsIdempotencyKey === true,
  }
}

const CREDITS_MAX = 999_999_999_999

function isCredits(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= CREDITS_MAX
}

function missingCeiling({ id }: Operation): ToolResult {
  const problem = `Required, a whole number: the most credits that ${id} may spend. data_estimate returns the cost`
  return invalidArguments({ field: 'max_credits', problem })
}

function toToolOutcome(run: AnnotatedResponse | ToolOutcome, { hasSchema }: { hasSchema: boolean }): ToolOutcome {
  if (!('response' in run)) return run
  const { response, notes, held, replayed } = run
  if (response.status >= 400) return toErrorResult(response)
  const { requestId, credits } = response
  const meta = {
    ...(replayed !== undefined && { 'quoin/replayed': true, 'quoin/credits_replayed': replayed }),
    ...(held !== undefined && { 'quoin/credits_held': held }),
  }
  return succeeded({ value: response.body ?? response.text, hasSchema, credits, requestId, notes, meta })
}

async function callApi(door: ToolContext, args: Arguments): Promise<ToolOutcome> {
  const { action, query, operation: id, arguments: inner = {}, max_credits, quote } = args
  const { principal, requestId } = door.caller
  if (action === 'search') {
    if (typeof query !== 'string') return invalidArguments({ field: 'query', problem: 'Field required' })
    return succeeded({ value: searchOperations(query, principal, door.book), hasSchema: false, credits: 0, requestId })
  }
  if (action !== 'call') return invalidArguments({ field: 'action', problem: 'One of: search, call' })
  const operation = typeof id === 'string' ? findOperation(id) : undefined
  if (!operation)
    return invalidArguments({
      field: 'operation',
      problem: 'There is no such operation for tools. Find one with `search`',
    })
  if (typeof inner !== 'object' || inner === null) return invalidArguments({ field: 'arguments', problem: 'An object' })
  if (!mayCall(operation, principal)) return forbidden(door, operation)
  const { tool } = operation.endpoint
  const inputs = buildToolInputs(operation, typeof tool === 'object' && tool.hides ? { hides: tool.hides } : {})
  const refusal = refuseUnknown(inner as Arguments, new Set(inputs.keys()), false)
  if (refusal) return refusal
  const guards = { ...(max_credits !== undefined && { max_credits }), ...(quote !== undefined && { quote }) }
  return toToolOutcome(await runOne(door, { operation, inputs }, { ...(inner as Arguments), ...guards }), {
    hasSchema: false,
  })
}
