import { forgetLinkToken, useLink, useLinkToken } from '../../app/link-token.ts'
import { ApiForm } from '../../components/form/api-form.tsx'
import { useApiForm } from '../../components/form/use-api-form.ts'
import { browserPreferences, useAfterSignIn } from './after-sign-in.ts'
import { GoneLink } from './gone-link.tsx'
import { NEW_USER, NewUserFields } from './new-user-fields.tsx'
import { VisitorCard } from './visitor-card.tsx'

/** Creates the first user of a server, by the link that its first start printed. */
export function SetUpPage() {
  const token = useLinkToken()
  const link = useLink(token)
  const goOn = useAfterSignIn()
  const { form, ...api } = useApiForm('auth.use_link', {
    initialValues: NEW_USER,
    toInput: (values) => ({ body: { token, ...values, ...browserPreferences() } }),
    onSuccess: (reply) => {
      forgetLinkToken()
      goOn(reply)
    },
  })
  if (link.error)
    return (
      <GoneLink
        error={link.error}
        about="A setup link works once. If you have already used it, sign in; otherwise restart the server and use the link that it prints."
      />
    )
  return (
    <VisitorCard
      title="Set up Quoin"
      about="You will be the operator of this server and the owner of its first workspace."
    >
      <ApiForm api={api} submitLabel="Create account" fullWidth gap="md" disabled={!link.data}>
        <NewUserFields form={form} />
      </ApiForm>
    </VisitorCard>
  )
}
