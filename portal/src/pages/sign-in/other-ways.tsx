import { Button, Stack } from '@mantine/core'
import { MailIcon, PasskeyFillIcon, ShieldCheckIcon } from '@primer/octicons-react'
import { useMutation } from '@tanstack/react-query'
import { useSearch } from 'wouter'
import type { Reply } from '../../api/client.ts'
import { toProblem } from '../../api/problem.ts'
import { signInWithPasskey } from '../../app/passkey-sign-in.ts'
import { ProblemAlert } from '../../components/form/problem-alert.tsx'
import { ReasonButton } from '../../components/form/reason-button.tsx'
import { whyNoPasskeys } from '../../components/passkey.ts'
import { nextPath, pathWithNext, useAfterSignIn } from './after-sign-in.ts'
import * as css from './other-ways.module.css'
import { ssoProblem } from './sso-problem.ts'

/** The sign-in methods without a password. */
export function OtherWays({ methods }: { methods: Reply<'auth.methods'> | undefined }) {
  const search = useSearch()
  const goOn = useAfterSignIn()
  const passkey = useMutation({ mutationFn: signInWithPasskey, onSuccess: goOn })
  const provider = methods?.oidc
  const failed = ssoProblem(search)
  return (
    <>
      <div className={css.or}>or</div>
      <Stack gap="xs">
        {failed && <ProblemAlert problem={failed} />}
        {provider && (
          <Button
            component="a"
            href={`/v1/auth/oidc/start?return_to=${encodeURIComponent(nextPath(search))}`}
            variant="default"
            fullWidth
            leftSection={<ShieldCheckIcon size={16} />}
          >
            Continue with {provider.name}
          </Button>
        )}
        {passkey.error && <ProblemAlert problem={toProblem(passkey.error)} />}
        <ReasonButton
          variant="default"
          fullWidth
          leftSection={<PasskeyFillIcon size={16} />}
          reason={whyNoPasskeys()}
          loading={passkey.isPending}
          onClick={() => passkey.mutate()}
        >
          Sign in with a passkey
        </ReasonButton>
        {methods?.has_mail && (
          <ReasonButton
            variant="default"
            fullWidth
            leftSection={<MailIcon size={16} />}
            href={pathWithNext('/email-link', search)}
          >
            Email me a link
          </ReasonButton>
        )}
      </Stack>
    </>
  )
}
