import { type UseFormReturnType, useForm } from '@mantine/form'
import type { FormEvent } from 'react'
import type { Input, OperationId, Reply } from '../../api/client.ts'
import { useWrite, type WriteOptions } from '../../api/hooks.ts'
import { fieldErrors, type ProblemError } from '../../api/problem.ts'

interface Options<Id extends OperationId, Values> extends WriteOptions<Id> {
  readonly initialValues: Values
  /** Converts the form's values to the input of the call. */
  readonly toInput: (values: Values) => Input<Id>
}

export interface ApiFormState<Values, T> {
  readonly form: UseFormReturnType<Values>
  /** Problem that belongs to no field; show it above the buttons. */
  readonly problem: ProblemError | undefined
  readonly isSending: boolean
  readonly submit: (event?: FormEvent<HTMLFormElement>) => void
  readonly reply: T | undefined
}

/**
 * A form that calls an operation. Only the server validates: a 422 shows each message at the field with the path of the body's
 * member (`targets.0.text`).
 */
export function useApiForm<Id extends OperationId, Values extends Record<string, unknown>>(
  id: Id,
  { initialValues, toInput, ...options }: Options<Id, Values>,
): ApiFormState<Values, Reply<Id>> {
  const form = useForm<Values>({ initialValues })
  const write = useWrite(id, options)
  const known = Object.keys(fieldErrors(write.error)).every((path) => (path.split('.')[0] as string) in initialValues)
  const areAtFields = write.error !== null && write.error.violations.length > 0 && known
  return {
    form,
    problem: areAtFields ? undefined : (write.error ?? undefined),
    isSending: write.isPending,
    reply: write.data,
    submit: form.onSubmit((values) =>
      write.mutate(toInput(values), {
        onError: (error) => {
          const errors = fieldErrors(error)
          form.setErrors(errors)
          const [first] = Object.keys(errors)
          if (first !== undefined) form.getInputNode(first)?.focus()
        },
      }),
    ),
  }
}
