import { PasswordInput } from '@mantine/core'
import { Redirect } from 'wouter'
import type { Reply } from '../../api/client.ts'
import { forgetLinkToken, useLink, useLinkToken } from '../../app/link-token.ts'
import { ApiForm } from '../../components/form/api-form.tsx'
import { useApiForm } from '../../components/form/use-api-form.ts'
import { useAfterSignIn } from './after-sign-in.ts'
import { GoneLink } from './gone-link.tsx'
import { VisitorCard } from './visitor-card.tsx'

const OTHER_PAGES: Readonly<Record<string, string>> = { set_up: '/setup', invitation: '/invitation' }

/** The page of a link that signs in or sets a new password. A button uses the link; opening it does not. */
export function LinkPage() {
  const token = useLinkToken()
  const { data: link, error } = useLink(token)
  if (error)
    return (
      <GoneLink
        error={error}
        about="A link works once. Sign-in links expire after 15 minutes, password links after an hour. Request a new one on the sign-in page."
      />
    )
  if (!link) return null
  const elsewhere = OTHER_PAGES[link.kind]
  if (elsewhere !== undefined) return <Redirect to={elsewhere} replace />
  return <UseLink token={token} link={link} />
}

function UseLink({ token, link: { kind, email } }: { token: string; link: Reply<'auth.read_link'> }) {
  const goOn = useAfterSignIn()
  const isReset = kind === 'reset'
  const { form, ...api } = useApiForm('auth.use_link', {
    initialValues: { password: '' },
    toInput: ({ password }) => ({ body: { token, ...(isReset && { password }) } }),
    onSuccess: (reply) => {
      forgetLinkToken()
      goOn(reply)
    },
  })
  return (
    <VisitorCard
      title={isReset ? 'Set a new password' : 'Sign in'}
      about={isReset ? `For ${email}. This signs you out everywhere else.` : `You are about to sign in as ${email}.`}
    >
      <ApiForm
        api={api}
        submitLabel={isReset ? 'Set password and sign in' : 'Sign in'}
        autoFocus={!isReset}
        fullWidth
        gap="md"
      >
        {isReset && (
          <>
            <input type="hidden" autoComplete="username" value={email ?? ''} readOnly />
            <PasswordInput
              label="New password"
              description="At least 10 characters."
              autoComplete="new-password"
              autoFocus
              required
              {...form.getInputProps('password')}
            />
          </>
        )}
      </ApiForm>
    </VisitorCard>
  )
}
