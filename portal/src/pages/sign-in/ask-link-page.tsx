import { Anchor, Text, TextInput } from '@mantine/core'
import { Link, useSearch } from 'wouter'
import { useRead } from '../../api/hooks.ts'
import { ApiForm } from '../../components/form/api-form.tsx'
import { useApiForm } from '../../components/form/use-api-form.ts'
import { pathWithNext } from './after-sign-in.ts'
import * as css from './ask-link-page.module.css'
import { VisitorCard } from './visitor-card.tsx'

const WORDS = {
  magic: {
    title: 'Sign in by email',
    about: 'We will email you a sign-in link. It works once and expires after 15 minutes.',
  },
  reset: {
    title: 'Reset your password',
    about: 'We will email you a link to set a new password. It works once and expires after an hour.',
  },
}

export function MagicLinkPage() {
  return <AskLink kind="magic" />
}

export function ForgottenPasswordPage() {
  return <AskLink kind="reset" />
}

function AskLink({ kind }: { kind: 'magic' | 'reset' }) {
  const { data: methods, error } = useRead('auth.methods')
  const { form, ...api } = useApiForm('auth.ask_link', {
    initialValues: { email: '' },
    toInput: ({ email }) => ({ body: { email: email.trim(), kind } }),
  })
  const { title, about } = WORDS[kind]
  const footer = <BackToSignIn />
  if (!methods && !error) return null
  if (methods?.has_mail === false || api.reply?.status === 'no_mail')
    return (
      <VisitorCard title={title} about="This server does not send email, so it cannot send you a link." footer={footer}>
        <Text mt="md">Ask the operator of this server for a link. They can create one with:</Text>
        <pre className={`secret ${css.command}`}>quoin-server users reset-link YOUR_EMAIL</pre>
      </VisitorCard>
    )
  if (api.reply)
    return (
      <VisitorCard title="Check your email" footer={footer}>
        <Text mt="xs" role="status">
          If an account exists for <b>{form.values.email.trim()}</b>, a link is on its way. It can take a minute; check
          your spam folder too.
        </Text>
      </VisitorCard>
    )
  return (
    <VisitorCard title={title} about={about} footer={footer}>
      <ApiForm api={api} submitLabel="Email me a link" fullWidth gap="md">
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          autoFocus
          required
          {...form.getInputProps('email')}
        />
      </ApiForm>
    </VisitorCard>
  )
}

function BackToSignIn() {
  const search = useSearch()
  return (
    <Anchor component={Link} href={pathWithNext('/sign-in', search)}>
      Back to sign in
    </Anchor>
  )
}
