import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useWrite } from '../../../api/hooks.ts'
import { ProblemAlert } from '../../../components/form/problem-alert.tsx'
import { WriteButton } from '../../../components/form/write-button.tsx'
import { showDone } from '../../../components/notify.ts'
import { ActPanel } from './act-panel.tsx'
import { accountLabel, type SandboxAccount } from './sandbox-labels.ts'
import * as css from './token-act.module.css'

/** Expires the token or revokes the access of an account with its next call. */
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
      title="Expire a token or revoke access"
      text="Takes effect with the account's next call. An expired token is refreshed automatically. After revoked access your endpoints get the event account.disconnected, and the account must be reconnected."
      seen={{ href: '/accounts', label: 'View accounts' }}
    >
      <NativeSelect
        label="Account"
        value={username}
        onChange={({ currentTarget }) => setUsername(currentTarget.value)}
        data={people}
      />
      {write.error && <ProblemAlert problem={write.error} />}
      <div className={css.buttons}>
        <WriteButton
          variant="default"
          loading={write.isPending}
          onClick={() => end('expire_token', 'Token expires with the next call')}
        >
          Expire token
        </WriteButton>
        <WriteButton
          variant="default"
          loading={write.isPending}
          onClick={() => end('revoke', 'Access is revoked with the next call')}
        >
          Revoke access
        </WriteButton>
      </div>
    </ActPanel>
  )
}
