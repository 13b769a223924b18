import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useWrite } from '../../../api/hooks.ts'
import { showDone } from '../../../components/notify.ts'
import { ProblemAlert } from '../../../components/problem-alert.tsx'
import { WriteButton } from '../../../components/write-button.tsx'
import { ActPanel } from './act-panel.tsx'
import { accountLabel, type SandboxAccount } from './sandbox-labels.ts'

/** Ends what an account is signed in with, with its next call. */
export function TokenAct({ accounts }: { accounts: readonly SandboxAccount[] }) {
  const people = accounts.flatMap((account) =>
    account.username === null ? [] : [{ value: account.username, label: accountLabel(account) }],
  )
  const [username, setUsername] = useState(people[0]?.value ?? '')
  const write = useWrite('sandbox.create_fault', { changes: ['accounts'] })
  const end = (fault: 'expire_token' | 'revoke', done: string) =>
    write.mutate({ body: { operation: '*', fault, username, times: 1 } }, { onSuccess: () => showDone(done) })
  return (
    <ActPanel
      title="End a sign-in"
      text="With the next call of an account its token has expired, which is repaired by itself, or its sign-in is withdrawn: then the event account.disconnected goes to your endpoints, and the account asks to be connected again."
      seen={{ href: '/accounts', label: 'See the accounts' }}
    >
      <NativeSelect
        label="Account"
        value={username}
        onChange={({ currentTarget }) => setUsername(currentTarget.value)}
        data={people}
      />
      {write.error && <ProblemAlert problem={write.error} />}
      <div className="sandbox-buttons">
        <WriteButton
          variant="default"
          loading={write.isPending}
          onClick={() => end('expire_token', 'Its token expires with its next call.')}
        >
          Expire its token
        </WriteButton>
        <WriteButton
          variant="default"
          loading={write.isPending}
          onClick={() => end('revoke', 'Its sign-in is withdrawn with its next call.')}
        >
          Withdraw its sign-in
        </WriteButton>
      </div>
    </ActPanel>
  )
}
