import { useReachesWorkspace } from '../../../app/session.ts'
import { Page } from '../../../components/page.tsx'
import { BrandingPart } from '../customers/branding-part.tsx'
import { PortalLinksPart } from '../customers/portal-links-part.tsx'
import { CloseWorkspace } from './close-workspace.tsx'
import { LeaveWorkspace } from './leave-workspace.tsx'
import { WorkspacePart } from './workspace-part.tsx'
import { YouPart } from './you-part.tsx'

/** Settings of the workspace and of the user. */
export function SettingsPage() {
  const reachesWorkspace = useReachesWorkspace()
  return (
    <Page title="Settings" width="reading" about="Workspace name, branding, portal links, and your own preferences.">
      <WorkspacePart />
      <YouPart />
      {reachesWorkspace && <BrandingPart />}
      <PortalLinksPart />
      <LeaveWorkspace />
      <CloseWorkspace />
    </Page>
  )
}
