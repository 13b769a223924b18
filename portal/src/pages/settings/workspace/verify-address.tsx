import { Button } from '@mantine/core'
import { useRead, useWrite } from '../../../api/hooks.ts'
import { showDone, showProblem } from '../../../components/notify.ts'

/** Sends a link that verifies the user's email address when this browser opens it. Hidden if the server sends no mail. */
export function VerifyAddress({ email }: { email: string }) {
  const { data: methods } = useRead('auth.methods')
  const ask = useWrite('auth.ask_link', {
    onSuccess: () => showDone(`Link sent to ${email}. Open it in this browser.`),
  })
  if (!methods?.has_mail) return null
  return (
    <Button
      variant="default"
      loading={ask.isPending}
      onClick={() => ask.mutate({ body: { email, kind: 'magic' } }, { onError: showProblem })}
    >
      Verify email address
    </Button>
  )
}
