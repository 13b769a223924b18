import { Button, Text } from '@mantine/core'
import { AlertIcon } from '@primer/octicons-react'
import { humanizeCode } from '../humanize-code.ts'
import * as css from './conflict-notice.module.css'
import type { Conflict } from './use-api-form.ts'

/** Shows what someone else saved while the form was open, beside the form's own values. */
export function ConflictNotice({ conflict: { changes, overwrite } }: { conflict: Conflict }) {
  return (
    <div className={css.conflict} role="alert">
      <Text fw={600}>
        <AlertIcon size={16} /> Someone else changed this while you were editing
      </Text>
      <ConflictTable changes={changes} />
      <Button size="xs" variant="default" onClick={overwrite}>
        Save my version
      </Button>
    </div>
  )
}

/** A table of values: as saved by someone else, and in the form. */
export function ConflictTable({ changes }: Pick<Conflict, 'changes'>) {
  return (
    <table className={css.table}>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Saved now</th>
          <th scope="col">Your version</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, theirs, mine }) => (
          <tr key={field}>
            <th scope="row">{humanizeCode(field)}</th>
            <td dir="auto">{theirs || '–'}</td>
            <td dir="auto">{mine || '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
