import { NativeSelect } from '@mantine/core'
import { useReadOnlyReason } from '../../../app/session.ts'
import { ApiForm } from '../../../components/form/api-form.tsx'
import { useApiForm } from '../../../components/form/use-api-form.ts'
import { showDone } from '../../../components/notify.ts'
import { ActPanel } from './act-panel.tsx'
import { FaultList } from './fault-list.tsx'
import { FAULTS, type Fault, OPERATIONS, type SandboxAccount } from './sandbox-labels.ts'

const TIMES = [
  { value: '1', label: 'Once' },
  { value: '3', label: 'Three times' },
  { value: 'always', label: 'Until removed' },
]

interface Values extends Record<string, unknown> {
  operation: string
  fault: Fault
  username: string
  times: string
}

const INITIAL: Values = { operation: 'posts.create', fault: 'rate_limit', username: '', times: '1' }

export function FaultAct({ accounts }: { accounts: readonly SandboxAccount[] }) {
  const reason = useReadOnlyReason()
  const { form, ...api } = useApiForm('sandbox.create_fault', {
    initialValues: INITIAL,
    toInput: ({ operation, fault, username, times }) => ({
      body: { operation, fault, times: times === 'always' ? null : Number(times), ...(username && { username }) },
    }),
    onSuccess: () => showDone('Fault added'),
  })
  const people = accounts.flatMap(({ username }) => (username === null ? [] : [{ value: username, label: username }]))
  return (
    <ActPanel
      title="Simulate a fault"
      text="The next matching calls to the sandbox fail. See how a post is retried, reconciled, or left for you to resolve."
      seen={{ href: '/compose', label: 'Write a post to try it' }}
    >
      <ApiForm api={api} submitLabel="Add fault" reason={reason}>
        <div className="sandbox-pair">
          <NativeSelect label="Operation" data={OPERATIONS} {...form.getInputProps('operation')} />
          <NativeSelect
            label="Fault"
            description={FAULTS[form.values.fault].text}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            data={Object.entries(FAULTS).map(([value, { name }]) => ({ value, label: name }))}
            {...form.getInputProps('fault')}
          />
        </div>
        <div className="sandbox-pair">
          <NativeSelect label="Frequency" data={TIMES} {...form.getInputProps('times')} />
          <NativeSelect
            label="Account"
            data={[{ value: '', label: 'All accounts' }, ...people]}
            {...form.getInputProps('username')}
          />
        </div>
      </ApiForm>
      <FaultList />
    </ActPanel>
  )
}
