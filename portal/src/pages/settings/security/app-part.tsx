import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { refreshSession, useSession } from '../../../app/session.ts'
import { ConfirmDialog } from '../../../components/form/confirm-dialog.tsx'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { Section } from '../../../components/section.tsx'
import { StatusBadge } from '../../../components/status-badge.tsx'

const SetUpApp = lazyPart(async () => (await import('./set-up-app.tsx')).SetUpApp)
const RecoveryCodes = lazyPart(async () => (await import('./recovery-codes.tsx')).RecoveryCodes)
/** Turns the authenticator app on and off. */
export function AppPart() {
  const { user } = useSession()
  const [dialog, setDialog] = useState<'set-up' | 'renew' | 'remove'>()
  const [codes, setCodes] = useState<readonly string[]>()
  const close = () => setDialog(undefined)
  const showCodes = (recoveryCodes: readonly string[]) => {
    close()
    setCodes(recoveryCodes)
  }
  return (
    <Section
      title="Authenticator app"
      about={
        user.has_totp ? (
          <>
            <StatusBadge status="active" label="On" /> · after your password you enter a code from the app.
          </>
        ) : (
          'A second factor: after your password you enter a code from an app on your phone.'
        )
      }
      actions={
        user.has_totp ? (
          <>
            <Button variant="default" onClick={() => setDialog('renew')}>
              New recovery codes…
            </Button>
            <Button variant="default" onClick={() => setDialog('remove')}>
              Turn off…
            </Button>
          </>
        ) : (
          <Button variant="default" onClick={() => setDialog('set-up')}>
            Set up app…
          </Button>
        )
      }
    >
      {dialog === 'set-up' && <SetUpApp onClose={close} onDone={showCodes} />}
      {dialog === 'renew' && (
        <ConfirmDialog
          operation="me.renew_recovery_codes"
          input={{}}
          title="Create new recovery codes?"
          confirmLabel="Create codes"
          onDone={({ recovery_codes }) => showCodes(recovery_codes)}
          onClose={close}
        >
          <Text>Your current codes will stop working.</Text>
        </ConfirmDialog>
      )}
      {dialog === 'remove' && (
        <ConfirmDialog
          operation="me.remove_totp"
          input={{}}
          isDangerous
          title="Turn off authenticator app?"
          confirmLabel="Turn off"
          doneMessage="Authenticator app turned off"
          onDone={() => {
            close()
            void refreshSession()
          }}
          onClose={close}
        >
          <Text>You will sign in with your password alone, and your recovery codes will stop working.</Text>
        </ConfirmDialog>
      )}
      {codes && <RecoveryCodes codes={codes} onClose={() => setCodes(undefined)} />}
    </Section>
  )
}
