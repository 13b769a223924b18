import { Anchor, Text } from '@mantine/core'
import { Link, useSearch } from 'wouter'
import type { Reply } from '../../api/client.ts'
import { useRead } from '../../api/hooks.ts'
import { pathWithNext } from './after-sign-in.ts'
import { CodeForm } from './code-form.tsx'
import { OtherWays } from './other-ways.tsx'
import { PasswordForm } from './password-form.tsx'
import { VisitorCard } from './visitor-card.tsx'

/** Sign-in methods, and the second factor of users who have one. */
export function SignInPage() {
  const { data: methods, error } = useRead('auth.methods')
  const search = useSearch()
  if (new URLSearchParams(search).get('step') === 'totp')
    return (
      <VisitorCard
        title="Enter your code"
        footer={
          <Anchor component={Link} href={pathWithNext('/sign-in', search)}>
            Sign in as a different user
          </Anchor>
        }
      >
        <CodeForm />
      </VisitorCard>
    )
  // Wait for the methods, so that the layout does not shift.
  if (!methods && !error) return null
  return (
    <VisitorCard title="Sign in" footer={<NewHere methods={methods} />}>
      <PasswordForm />
      <OtherWays methods={methods} />
    </VisitorCard>
  )
}

function NewHere({ methods }: { methods: Reply<'auth.methods'> | undefined }) {
  const search = useSearch()
  if (methods?.has_users === false)
    return <Text>This server has no users yet. Open the setup link that it printed when it started.</Text>
  if (methods?.sign_up !== 'open') return 'This server accepts new users by invitation only. Ask its operator for one.'
  return (
    <>
      New here?{' '}
      <Anchor component={Link} href={pathWithNext('/sign-up', search)}>
        Create an account
      </Anchor>
    </>
  )
}
