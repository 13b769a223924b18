import { Checkbox, type CheckboxGroupProps } from '@mantine/core'
import { useList } from '../../api/hooks.ts'
import * as css from './profile-choice.module.css'

/** Selects profiles of the workspace; hidden if there are none. */
export function ProfileChoice(props: Omit<CheckboxGroupProps, 'children'>) {
  const profiles = useList('profiles.list', { query: { limit: 100 } })
  if (profiles.items.length === 0) return null
  return (
    <Checkbox.Group label="Limit to profiles" {...props}>
      <div className={css.choice}>
        {profiles.items.map(({ id, name }) => (
          <Checkbox key={id} value={id} label={name} />
        ))}
      </div>
    </Checkbox.Group>
  )
}
