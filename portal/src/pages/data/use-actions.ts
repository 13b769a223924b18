import type { OperationId, Reply } from '../../api/client.ts'
import { useRead } from '../../api/hooks.ts'
import { PLACES } from '../../api/operations.gen.ts'
import { type Field, listFields, type Schema } from './form/fields.ts'

type ListedAction = Reply<'actions.list'>['data'][number]

/** A runnable action with its form. */
export interface Action {
  readonly id: string
  /** Price of one unit. */
  readonly credits: number
  readonly unit: string
  readonly summary: string
  readonly operation: OperationId
  readonly estimate: OperationId
  readonly isWorkflow: boolean
  readonly schema: Schema
  readonly fields: readonly Field[]
  readonly example: Readonly<Record<string, unknown>>
}

/** Reads the actions of the workspace's price book that have an operation. */
export function useActions() {
  const { data, error, refetch } = useRead('actions.list', { query: { limit: 100 } })
  return { actions: data && data.data.flatMap(toAction), error, retry: () => void refetch() }
}

function toAction({ action, credits, unit, call }: ListedAction): Action[] {
  if (!call || !isOperation(call.operation)) return []
  const estimate = call.operation.replace(/\.(run_)?/, '.estimate_')
  if (!isOperation(estimate)) return []
  return [
    {
      id: action,
      credits,
      unit,
      summary: call.summary,
      operation: call.operation,
      estimate,
      isWorkflow: call.operation.startsWith('workflows.'),
      schema: call.body as Schema,
      fields: listFields(call.body as Schema),
      example: call.example,
    },
  ]
}

/** Returns true for operations that this portal was built with. */
function isOperation(id: string): id is OperationId {
  return id in PLACES
}
