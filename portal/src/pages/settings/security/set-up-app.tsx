import { Skeleton, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api/api.ts'
import { toProblem } from '../../../api/problem.ts'
import { refreshSession } from '../../../app/session.ts'
import { CopyButton } from '../../../components/copy/copy-button.tsx'
import { ApiFormDialog } from '../../../components/form/api-form-dialog.tsx'
import { ProblemAlert } from '../../../components/form/problem-alert.tsx'
import { QrCode } from '../../../components/qr-code.tsx'

interface Props {
  readonly onClose: () => void
  readonly onDone: (recoveryCodes: readonly string[]) => void
}

/** Shows the secret as a QR code and asks for a first code, which turns the second factor on. */
export function SetUpApp({ onClose, onDone }: Props) {
  // Read once each time the dialog opens, and not cached.
  const begun = useQuery({
    queryKey: ['totp'],
    queryFn: () => call('me.begin_totp'),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnWindowFocus: false,
  })
  return (
    <ApiFormDialog
      operation="me.confirm_totp"
      title="Set up authenticator app"
      submitLabel="Turn on"
      initialValues={{ code: '' }}
      toInput={({ code }) => ({ body: { code: code.replaceAll(' ', '') } })}
      canSubmit={() => begun.data !== undefined}
      onDone={({ recovery_codes }) => {
        void refreshSession()
        onDone(recovery_codes)
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Text>1. Scan this code with the app on your phone.</Text>
          {begun.error && <ProblemAlert problem={toProblem(begun.error)} onRetry={() => void begun.refetch()} />}
          {begun.data ? (
            <QrCode value={begun.data.uri} label="QR code of the secret" />
          ) : (
            !begun.error && <Skeleton className="qr" height={200} />
          )}
          <Text size="sm" c="dimmed">
            Cannot scan it? Enter this secret: <code className="security-secret">{begun.data?.secret}</code>{' '}
            {begun.data && <CopyButton value={begun.data.secret} label="Copy secret" />}
          </Text>
          <TextInput
            label="2. Enter the six digits that the app shows"
            className="security-code"
            inputMode="numeric"
            autoComplete="one-time-code"
            data-autofocus
            required
            {...form.getInputProps('code')}
          />
        </>
      )}
    </ApiFormDialog>
  )
}
