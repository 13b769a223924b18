import { Page } from '../../../components/page.tsx'
import { BrandingPart } from '../customers/branding-part.tsx'
import { PortalLinksPart } from '../customers/portal-links-part.tsx'
import { CloseWorkspace } from './close-workspace.tsx'
import { LeaveWorkspace } from './leave-workspace.tsx'
import { WorkspacePart } from './workspace-part.tsx'
import { YouPart } from './you-part.tsx'

/** The workspace's own settings, and the user's. */
export function SettingsPage() {
  return (
    <Page
      title="Settings"
      about="What this workspace is called, what its customers see, and how the portal writes dates and numbers for you."
    >
      <WorkspacePart />
      <YouPart />
      <BrandingPart />
      <PortalLinksPart />
      <LeaveWorkspace />
      <CloseWorkspace />
    </Page>
  )
}
