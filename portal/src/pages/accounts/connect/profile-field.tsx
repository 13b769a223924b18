import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../../api/api.ts'
import { useReachesWorkspace, useWorkspace } from '../../../app/session.ts'
import { useProfiles } from '../../../resources/accounts/names.ts'

const NEW = 'new'

export interface ProfileChoice {
  readonly chosen: string
  readonly choose: (id: string) => void
  readonly name: string
  readonly setName: (name: string) => void
  /** Returns the ID of the chosen profile, creating it first if it is new. */
  readonly ensure: () => Promise<string>
}

/** Chooses the account's profile, existing or new. */
export function useProfileChoice(initial: string | null): ProfileChoice {
  const profiles = useProfiles()
  const [picked, setPicked] = useState(initial ?? '')
  const [name, setName] = useState(useWorkspace().name)
  const chosen = picked || (profiles.items[0]?.id ?? NEW)
  return {
    chosen,
    choose: setPicked,
    name,
    setName,
    ensure: async () => {
      if (chosen !== NEW) return chosen
      const { id } = await call('profiles.create', { body: { name } })
      // A retry after a problem uses the same profile.
      setPicked(id)
      profiles.retry()
      return id
    },
  }
}

export function ProfileField({ choice: { chosen, choose, name, setName } }: { choice: ProfileChoice }) {
  const profiles = useProfiles().items
  const mayCreate = useReachesWorkspace()
  return (
    <>
      {profiles.length > 0 && (
        <NativeSelect
          label="Profile"
          description="The brand, customer or person that the account belongs to."
          value={chosen}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
          data={[
            ...profiles.map(({ id, name: label }) => ({ value: id, label })),
            ...(mayCreate ? [{ value: NEW, label: 'New profile' }] : []),
          ]}
        />
      )}
      {chosen === NEW && (
        <TextInput
          label={profiles.length > 0 ? 'Name of the new profile' : 'Profile'}
          description="The brand, customer or person that the account belongs to. It is created with the account."
          value={name}
          required
          maxLength={255}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
      )}
    </>
  )
}
