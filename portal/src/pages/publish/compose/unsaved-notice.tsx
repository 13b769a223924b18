import { Button, Group, Text } from '@mantine/core'
import { formatTimeOrDay } from '../../../components/time/time.ts'
import * as css from './unsaved-notice.module.css'
import type { UnsavedDraft } from './use-draft.ts'

/** Offers the changes of an earlier visit that were never saved. */
export function UnsavedNotice({ unsaved }: { unsaved: UnsavedDraft }) {
  return (
    <section className={css.unsaved} aria-label="Unsaved changes">
      <Text>Continue your unsaved changes from {formatTimeOrDay(unsaved.savedAt)}?</Text>
      <Group gap="xs">
        <Button size="xs" onClick={unsaved.continue}>
          Continue
        </Button>
        <Button size="xs" variant="default" onClick={unsaved.discard}>
          Discard
        </Button>
      </Group>
    </section>
  )
}
