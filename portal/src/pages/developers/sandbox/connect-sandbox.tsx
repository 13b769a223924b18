import { TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { ProblemAlert } from '../../../components/form/problem-alert.tsx'
import { WriteButton } from '../../../components/form/write-button.tsx'
import { showDone } from '../../../components/notify.ts'
import * as css from './connect-sandbox.module.css'
import { useConnectSandbox } from './use-sandbox.ts'

/** Connects a sandbox account immediately; a new name is signed up and gets pages. */
export function ConnectSandbox() {
  const [username, setUsername] = useState('harbour')
  const connect = useConnectSandbox()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    connect.mutate(username.trim(), { onSuccess: () => showDone('Account connected') })
  }
  return (
    <form className={css.connect} onSubmit={submit}>
      <TextInput
        label="Username"
        required
        pattern="[a-z0-9_\-]{0,29}[a-z0-9]"
        title="Up to 30 lowercase letters, digits, hyphens and underscores"
        value={username}
        onChange={({ currentTarget }) => setUsername(currentTarget.value)}
      />
      <WriteButton type="submit" loading={connect.isPending}>
        Connect
      </WriteButton>
      {connect.error && <ProblemAlert problem={connect.error} />}
    </form>
  )
}
