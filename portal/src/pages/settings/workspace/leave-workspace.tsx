import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { refreshSession, useWorkspace } from '../../../app/session.ts'
import { rememberWorkspace } from '../../../app/workspace.ts'
import { ConfirmDialog } from '../../../components/form/confirm-dialog.tsx'
import { Section } from '../../../components/section.tsx'

export function LeaveWorkspace() {
  const { name } = useWorkspace()
  const [isAsking, setAsking] = useState(false)
  return (
    <Section
      title="Leave workspace"
      about="You lose access immediately. Posts and other content stay; your API keys, portal links and invitations stop working. The last owner cannot leave."
      actions={
        <Button variant="default" onClick={() => setAsking(true)}>
          Leave workspace…
        </Button>
      }
    >
      {isAsking && (
        <ConfirmDialog
          operation="members.leave"
          input={{}}
          isDangerous
          title={`Leave ${name}?`}
          confirmLabel="Leave workspace"
          doneMessage={`You left ${name}`}
          onDone={() => {
            rememberWorkspace(undefined)
            void refreshSession().then(() => location.assign('/'))
          }}
          onClose={() => setAsking(false)}
        >
          <Text>
            Your API keys, portal links and invitations stop working. To keep your keys for the workspace, ask an owner
            to remove you instead. To rejoin, you need a new invitation.
          </Text>
        </ConfirmDialog>
      )}
    </Section>
  )
}
