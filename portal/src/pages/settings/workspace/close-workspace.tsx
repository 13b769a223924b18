import { Skeleton, Text } from '@mantine/core'
import { useState } from 'react'
import { useRead } from '../../../api/hooks.ts'
import { refreshSession, useWorkspace } from '../../../app/session.ts'
import { rememberWorkspace } from '../../../app/workspace.ts'
import { ConfirmDialog } from '../../../components/form/confirm-dialog.tsx'
import { ProblemAlert } from '../../../components/form/problem-alert.tsx'
import { WriteButton } from '../../../components/form/write-button.tsx'
import { Section } from '../../../components/section.tsx'
import { When } from '../../../components/time/when.tsx'
import * as css from './close-workspace.module.css'
import { listConsequences } from './closing-consequences.ts'

export function CloseWorkspace() {
  const [isAsking, setAsking] = useState(false)
  return (
    <Section
      title="Close workspace"
      about="Stops everything in this workspace. You see the consequences before you confirm."
      actions={
        <WriteButton least="owner" variant="default" onClick={() => setAsking(true)}>
          Close workspace…
        </WriteButton>
      }
    >
      {isAsking && <CloseDialog onClose={() => setAsking(false)} />}
    </Section>
  )
}

/** Lists the consequences of closing, then asks for the name of the workspace. */
function CloseDialog({ onClose }: { onClose: () => void }) {
  const { id, name } = useWorkspace()
  const { data, error, refetch } = useRead('workspaces.closing', { params: { id } })
  return (
    <ConfirmDialog
      operation="workspaces.close"
      input={{ params: { id }, body: { confirm: name } }}
      isDangerous
      title={`Close ${name}?`}
      confirmLabel="Close workspace"
      typed={name}
      onDone={() => {
        rememberWorkspace(undefined)
        void refreshSession().then(() => location.assign('/'))
      }}
      onClose={onClose}
    >
      {error && <ProblemAlert problem={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={160} />}
      {data && (
        <>
          <Text>This takes effect immediately, for everyone:</Text>
          <ul className={css.ends} aria-label="Consequences of closing">
            {listConsequences(data).map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          <Text c="dimmed">
            The operator of this server can reopen it until <When at={data.reopen_until} isAbsolute />. Accounts must
            then be connected again.
          </Text>
        </>
      )}
    </ConfirmDialog>
  )
}
