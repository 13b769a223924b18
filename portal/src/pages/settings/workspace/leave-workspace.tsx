import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useWrite } from '../../../api/hooks.ts'
import { refreshSession, useWorkspace } from '../../../app/session.ts'
import { rememberWorkspace } from '../../../app/workspace.ts'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { showDone } from '../../../components/notify.ts'
import { Section } from '../../../components/section.tsx'

const ConfirmDialog = lazyPart(async () => (await import('../../../components/form/confirm-dialog.tsx')).ConfirmDialog)

export function LeaveWorkspace() {
  const { name } = useWorkspace()
  const [isAsking, setAsking] = useState(false)
  const leave = useWrite('members.leave', {
    onSuccess: () => {
      showDone(`You left ${name}`)
      rememberWorkspace(undefined)
      void refreshSession().then(() => location.assign('/'))
    },
  })
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
          isOpen
          isDangerous
          title={`Leave ${name}?`}
          confirmLabel="Leave workspace"
          isRunning={leave.isPending}
          problem={leave.error}
          onConfirm={() => leave.mutate({})}
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
