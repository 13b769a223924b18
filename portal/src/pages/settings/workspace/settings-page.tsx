import { Page } from '../../../components/page.tsx'
import { CloseWorkspace } from './close-workspace.tsx'
import { LeaveWorkspace } from './leave-workspace.tsx'
import { WorkspacePart } from './workspace-part.tsx'
import { YouPart } from './you-part.tsx'

/** The workspace's own settings, and the user's. */
export function SettingsPage() {
  return (
    <Page
      title="Settings"
      about="What this workspace is called, and how the portal writes names, dates and numbers for you."
    >
      <WorkspacePart />
      <YouPart />
      <LeaveWorkspace />
      <CloseWorkspace />
    </Page>
  )
}
