import { useList } from '../../../api/hooks.ts'
import { Page } from '../../../components/page.tsx'
import { AppPart } from './app-part.tsx'
import { ConnectedAppsPart } from './connected-apps-part.tsx'
import { PasskeysPart } from './passkeys-part.tsx'
import { PasswordPart } from './password-part.tsx'
import { SessionsPart } from './sessions-part.tsx'

/** Sign-in methods and sessions of the user. */
export function SecurityPage() {
  const passkeys = useList('passkeys.list')
  return (
    <Page title="Security" width="reading" about="Your sign-in methods and active sessions, across all workspaces.">
      <PasswordPart />
      <AppPart />
      <PasskeysPart list={passkeys} />
      {/* Rendered once the list above has loaded, so that the layout does not shift. */}
      {!passkeys.isLoading && (
        <>
          <ConnectedAppsPart />
          <SessionsPart />
        </>
      )}
    </Page>
  )
}
