import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useWrite } from '../../../api/hooks.ts'
import { refreshSession, useSession } from '../../../app/session.ts'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { showDone } from '../../../components/notify.ts'
import { Section } from '../../../components/section.tsx'
import { StatusBadge } from '../../../components/status-badge.tsx'

const SetUpApp = lazyPart(async () => (await import('./set-up-app.tsx')).SetUpApp)
const RecoveryCodes = lazyPart(async () => (await import('./recovery-codes.tsx')).RecoveryCodes)
const ConfirmDialog = lazyPart(async () => (await import('../../../components/form/confirm-dialog.tsx')).ConfirmDialog)

/** Turns the authenticator app on and off. */
export function AppPart() {
  const { user } = useSession()
  const [dialog, setDialog] = useState<'set-up' | 'renew' | 'remove'>()
  const [codes, setCodes] = useState<readonly string[]>()
  const close = () => setDialog(undefined)
  const renew = useWrite('me.renew_recovery_codes', {
    onSuccess: ({ recovery_codes }) => {
      close()
      setCodes(recovery_codes)
    },
  })
  const remove = useWrite('me.remove_totp', {
    onSuccess: () => {
      close()
      void refreshSession()
      showDone('Authenticator app turned off')
    },
  })
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
      {dialog === 'set-up' && (
        <SetUpApp
          onClose={close}
          onDone={(recoveryCodes) => {
            close()
            setCodes(recoveryCodes)
          }}
        />
      )}
      {dialog === 'renew' && (
        <ConfirmDialog
          isOpen
          title="Create new recovery codes?"
          confirmLabel="Create codes"
          isRunning={renew.isPending}
          problem={renew.error}
          onConfirm={() => renew.mutate({})}
          onClose={close}
        >
          <Text>Your current codes will stop working.</Text>
        </ConfirmDialog>
      )}
      {dialog === 'remove' && (
        <ConfirmDialog
          isOpen
          isDangerous
          title="Turn off authenticator app?"
          confirmLabel="Turn off"
          isRunning={remove.isPending}
          problem={remove.error}
          onConfirm={() => remove.mutate({})}
          onClose={close}
        >
          <Text>You will sign in with your password alone, and your recovery codes will stop working.</Text>
        </ConfirmDialog>
      )}
      {codes && <RecoveryCodes codes={codes} onClose={() => setCodes(undefined)} />}
    </Section>
  )
}
