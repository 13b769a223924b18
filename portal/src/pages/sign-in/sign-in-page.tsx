import { Anchor, Text } from '@mantine/core'
import { Link, useSearch } from 'wouter'
import type { Reply } from '../../api/client.ts'
import { useRead } from '../../api/hooks.ts'
import { pathWithNext } from './after-sign-in.ts'
import { CodeForm } from './code-form.tsx'
import { OtherWays } from './other-ways.tsx'
import { PasswordForm } from './password-form.tsx'
import { VisitorCard } from './visitor-card.tsx'

/** The ways in, and the second factor of users who have one. */
export function SignInPage() {
  const { data: methods, error } = useRead('auth.methods')
  const search = useSearch()
  if (new URLSearchParams(search).get('step') === 'totp')
    return (
      <VisitorCard
        title="Enter your code"
        footer={
          <Anchor component={Link} href={pathWithNext('/sign-in', search)}>
            Sign in as another user
          </Anchor>
        }
      >
        <CodeForm />
      </VisitorCard>
    )
  // Drawn whole, so that nothing moves.
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
    return <Text>This server has no users yet. Open the set-up link that it printed when it started.</Text>
  if (methods?.sign_up !== 'open') return 'This server takes new users by invitation. Ask its operator for one.'
  return (
    <>
      New here?{' '}
      <Anchor component={Link} href={pathWithNext('/sign-up', search)}>
        Create an account
      </Anchor>
    </>
  )
}
