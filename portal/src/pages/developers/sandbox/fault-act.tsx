import { NativeSelect } from '@mantine/core'
import { showDone } from '../../../components/notify.ts'
import { ProblemAlert } from '../../../components/problem-alert.tsx'
import { useApiForm } from '../../../components/use-api-form.ts'
import { WriteButton } from '../../../components/write-button.tsx'
import { ActPanel } from './act-panel.tsx'
import { FaultList } from './fault-list.tsx'
import { FAULTS, type Fault, OPERATIONS, type SandboxAccount } from './sandbox-labels.ts'

const TIMES = [
  { value: '1', label: 'Once' },
  { value: '3', label: 'Three times' },
  { value: 'always', label: 'Until it is removed' },
]

interface Values extends Record<string, unknown> {
  operation: string
  fault: Fault
  username: string
  times: string
}

const INITIAL: Values = { operation: 'posts.create', fault: 'rate_limit', username: '', times: '1' }

export function FaultAct({ accounts }: { accounts: readonly SandboxAccount[] }) {
  const { form, submit, problem, isSending } = useApiForm('sandbox.create_fault', {
    initialValues: INITIAL,
    toInput: ({ operation, fault, username, times }) => ({
      body: { operation, fault, times: times === 'always' ? null : Number(times), ...(username && { username }) },
    }),
    onSuccess: () => showDone('The sandbox will fail like this.'),
  })
  const people = accounts.flatMap(({ username }) => (username === null ? [] : [{ value: username, label: username }]))
  return (
    <ActPanel
      title="Make the platform fail"
      text="The next calls to the sandbox go wrong. See how a post is retried, looked for again, or waits for you."
      seen={{ href: '/compose', label: 'Write a post and watch it' }}
    >
      <form onSubmit={submit}>
        <div className="sandbox-pair">
          <NativeSelect label="When" data={OPERATIONS} {...form.getInputProps('operation')} />
          <NativeSelect
            label="The network"
            description={FAULTS[form.values.fault].text}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            data={Object.entries(FAULTS).map(([value, { name }]) => ({ value, label: name }))}
            {...form.getInputProps('fault')}
          />
        </div>
        <div className="sandbox-pair">
          <NativeSelect label="How often" data={TIMES} {...form.getInputProps('times')} />
          <NativeSelect
            label="For"
            data={[{ value: '', label: 'Everyone' }, ...people]}
            {...form.getInputProps('username')}
          />
        </div>
        {problem && <ProblemAlert problem={problem} />}
        <WriteButton type="submit" loading={isSending}>
          Let it fail
        </WriteButton>
      </form>
      <FaultList />
    </ActPanel>
  )
}
