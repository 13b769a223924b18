import { useList } from '../../../api/hooks.ts'
import { Page } from '../../../components/page.tsx'
import { AppPart } from './app-part.tsx'
import { PasskeysPart } from './passkeys-part.tsx'
import { PasswordPart } from './password-part.tsx'
import { SessionsPart } from './sessions-part.tsx'

/** How the user signs in, and where they are signed in. */
export function SecurityPage() {
  const passkeys = useList('passkeys.list')
  return (
    <Page title="Security" about="How you sign in, and where you are signed in. It is yours, in every workspace.">
      <PasswordPart />
      <AppPart />
      <PasskeysPart list={passkeys} />
      {/* It stands below a list whose length is not known before. */}
      {!passkeys.isLoading && <SessionsPart />}
    </Page>
  )
}
