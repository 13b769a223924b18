import { Anchor } from '@mantine/core'
import { Link, useSearch } from 'wouter'
import { ApiForm } from '../../components/form/api-form.tsx'
import { useApiForm } from '../../components/form/use-api-form.ts'
import { browserPreferences, pathWithNext, useAfterSignIn } from './after-sign-in.ts'
import { NEW_USER, NewUserFields } from './new-user-fields.tsx'
import { VisitorCard } from './visitor-card.tsx'

export function SignUpPage() {
  const goOn = useAfterSignIn()
  const search = useSearch()
  const { form, ...api } = useApiForm('auth.sign_up', {
    initialValues: NEW_USER,
    toInput: (values) => ({ body: { ...values, ...browserPreferences() } }),
    onSuccess: goOn,
  })
  return (
    <VisitorCard
      title="Create an account"
      about="A new workspace starts with 50 credits."
      footer={
        <>
          Already have an account?{' '}
          <Anchor component={Link} href={pathWithNext('/sign-in', search)}>
            Sign in
          </Anchor>
        </>
      }
    >
      <ApiForm api={api} submitLabel="Create account" fullWidth gap="md">
        <NewUserFields form={form} />
      </ApiForm>
    </VisitorCard>
  )
}
