import { useState } from 'react'
import { WriteButton } from '../../../components/form/write-button.tsx'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { Section } from '../../../components/section.tsx'

const CloseDialog = lazyPart(async () => (await import('./close-dialog.tsx')).CloseDialog)

export function CloseWorkspace() {
  const [isAsking, setAsking] = useState(false)
  return (
    <Section
      title="Close workspace"
      about="Stops everything in this workspace. You see the consequences before you confirm."
      actions={
        <WriteButton least="owner" variant="default" onClick={() => setAsking(true)}>
          Close workspace…
        </WriteButton>
      }
    >
      {isAsking && <CloseDialog onClose={() => setAsking(false)} />}
    </Section>
  )
}
