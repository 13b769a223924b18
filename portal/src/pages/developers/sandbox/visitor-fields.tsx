import { NativeSelect, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { accountLabel, type SandboxAccount } from './sandbox-labels.ts'

export interface VisitorValues extends Record<string, unknown> {
  entity_external_id: string
  from: string
}

/** Fields for the page and the visitor. */
export function VisitorFields<Values extends VisitorValues>({
  form,
  accounts,
}: {
  form: UseFormReturnType<Values>
  accounts: readonly SandboxAccount[]
}) {
  return (
    <div className="sandbox-pair">
      <NativeSelect
        label="Page"
        data={accounts.map((account) => ({
          value: account.active_entity?.external_id ?? '',
          label: accountLabel(account),
        }))}
        {...form.getInputProps('entity_external_id')}
      />
      <TextInput label="From" required {...form.getInputProps('from')} />
    </div>
  )
}
