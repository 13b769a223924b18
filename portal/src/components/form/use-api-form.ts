import { type UseFormReturnType, useForm } from '@mantine/form'
import { type FormEvent, useState } from 'react'
import { type Input, type OperationId, type Reply, toEtag } from '../../api/client.ts'
import { useWrite, type WriteOptions } from '../../api/hooks.ts'
import { fieldErrors, type ProblemError } from '../../api/problem.ts'

interface Options<Id extends OperationId, Values> extends WriteOptions<Id> {
  readonly initialValues: Values
  /** Converts the form's values to the input of the call. */
  readonly toInput: (values: Values) => Input<Id>
  /** The resource that is edited, as it was read: another version of it is not overwritten. */
  readonly edited?: { readonly updated_at: string | null } | undefined
}

export interface ApiFormState<Values, T> {
  readonly form: UseFormReturnType<Values>
  /** Problem that belongs to no field; show it above the buttons. */
  readonly problem: ProblemError | undefined
  readonly isSending: boolean
  /** The resource as someone else changed it meanwhile. */
  readonly conflict: Conflict | undefined
  readonly submit: (event?: FormEvent<HTMLFormElement>) => void
  readonly reply: T | undefined
}

export interface Conflict {
  /** Fields of the form that now have another value on the server. */
  readonly changes: readonly { readonly field: string; readonly theirs: string; readonly mine: string }[]
  /** Saves the form's values over the other change. */
  readonly overwrite: () => void
}

/**
 * A form that calls an operation. Only the server validates: a 422 shows each message at the field with the path of the body's
 * member (`targets.0.text`).
 */
export function useApiForm<Id extends OperationId, Values extends Record<string, unknown>>(
  id: Id,
  { initialValues, toInput, edited, ...options }: Options<Id, Values>,
): ApiFormState<Values, Reply<Id>> {
  const form = useForm<Values>({ initialValues })
  const write = useWrite(id, options)
  // The version at the time the form was opened: the resource may be read again while it is open.
  const [etag, setEtag] = useState(() => edited && toEtag(edited))
  const known = Object.keys(fieldErrors(write.error)).every((path) => (path.split('.')[0] as string) in initialValues)
  const areAtFields = write.error !== null && write.error.violations.length > 0 && known
  const send = (values: Values, ifMatch: string | undefined) =>
    write.mutate(
      { ...toInput(values), ...(ifMatch !== undefined && { ifMatch }) },
      {
        onSuccess: (reply) => {
          if (etag !== undefined) setEtag(toEtag(reply as { updated_at: string }))
        },
        onError: (error) => {
          const errors = fieldErrors(error)
          form.setErrors(errors)
          const [first] = Object.keys(errors)
          if (first !== undefined) form.getInputNode(first)?.focus()
        },
      },
    )
  const isConflict = write.error?.code === 'version_conflict'
  return {
    form,
    problem: areAtFields || isConflict ? undefined : (write.error ?? undefined),
    isSending: write.isPending,
    conflict:
      write.error && isConflict
        ? {
            changes: listChanges(form.values, (write.error.members['current'] as Record<string, unknown> | null) ?? {}),
            overwrite: () => send(form.values, (write.error.members['etag'] as string | null) ?? undefined),
          }
        : undefined,
    reply: write.data,
    submit: form.onSubmit((values) => send(values, etag)),
  }
}

function listChanges(mine: Record<string, unknown>, theirs: Record<string, unknown>): Conflict['changes'] {
  return Object.keys(mine)
    .map((field) => ({ field, mine: toText(mine[field]), theirs: toText(theirs[field]) }))
    .filter((each) => each.mine !== each.theirs)
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value)
}
