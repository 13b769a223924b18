import { KebabHorizontalIcon, PencilIcon, XIcon } from '@primer/octicons-react'
import { useReadOnlyReason } from '../../../app/session.ts'
import { Dropdown, DropdownItem } from '../../../components/dropdown.tsx'
import { type Key, keyName } from './key-state.ts'

interface Props {
  readonly apiKey: Key
  readonly edit: (key: Key) => void
  readonly revoke: (key: Key) => void
}

export function KeyMenu({ apiKey, edit, revoke }: Props) {
  const reason = useReadOnlyReason()
  return (
    <Dropdown className="row-menu" label={`Actions for ${keyName(apiKey)}`} button={<KebabHorizontalIcon size={16} />}>
      <DropdownItem icon={PencilIcon} reason={reason} onClick={() => edit(apiKey)}>
        Edit…
      </DropdownItem>
      <DropdownItem icon={XIcon} reason={reason} onClick={() => revoke(apiKey)}>
        Revoke…
      </DropdownItem>
    </Dropdown>
  )
}
