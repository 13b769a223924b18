import { Button, Group, PasswordInput } from '@mantine/core'
import { refreshSession, useSession } from '../../../app/session.ts'
import { ProblemAlert } from '../../../components/form/problem-alert.tsx'
import { useApiForm } from '../../../components/form/use-api-form.ts'
import { showDone } from '../../../components/notify.ts'
import { Section } from '../../../components/section.tsx'

export function PasswordPart() {
  const { user } = useSession()
  const { form, submit, problem, isSending } = useApiForm('me.change_password', {
    initialValues: { password: '' },
    changes: ['sessions'],
    toInput: (body) => ({ body }),
    onSuccess: () => {
      form.reset()
      void refreshSession()
      showDone('Password changed. You are signed out everywhere else.')
    },
  })
  return (
    <Section
      title="Password"
      about={
        user.has_password
          ? 'Changing your password signs you out everywhere else.'
          : 'You do not have a password. Set one as another way to sign in.'
      }
    >
      <form onSubmit={submit}>
        <input type="hidden" autoComplete="username" value={user.email} readOnly />
        <Group align="flex-end" gap="xs" className="settings-line">
          <PasswordInput
            label="New password"
            placeholder="At least 10 characters"
            autoComplete="new-password"
            required
            {...form.getInputProps('password')}
          />
          <Button type="submit" variant="default" loading={isSending} disabled={form.values.password === ''}>
            {user.has_password ? 'Change password' : 'Set password'}
          </Button>
        </Group>
        {problem && <ProblemAlert problem={problem} />}
      </form>
    </Section>
  )
}
