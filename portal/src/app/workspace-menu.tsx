import { CheckIcon, ChevronDownIcon, PlusIcon } from '@primer/octicons-react'
import { Dropdown, DropdownItem, DropdownLabel } from '../components/dropdown.tsx'
import { Logo } from './logo.tsx'
import { useSession, useWorkspace } from './session.ts'

/** Shows the current workspace and switches to another. */
export function WorkspaceMenu({ onSwitch }: { onSwitch: (id: string) => void }) {
  const { workspaces } = useSession()
  const current = useWorkspace()
  const button = (
    <>
      <Logo />
      <b className="truncate" dir="auto">
        {current.name}
      </b>
      <ChevronDownIcon size={16} />
    </>
  )
  return (
    <Dropdown className="menu-button" label={`Workspace ${current.name}: switch workspace`} button={button}>
      <DropdownLabel>Workspaces</DropdownLabel>
      {workspaces
        .filter(({ closed_at }) => closed_at === null)
        .map(({ id, name, role }) => (
          <DropdownItem
            key={id}
            isCurrent={id === current.id}
            onClick={() => onSwitch(id)}
            {...(id === current.id && { icon: CheckIcon })}
          >
            <span className="truncate">{name}</span>
            <span className="dimmed">{role}</span>
          </DropdownItem>
        ))}
      <hr />
      <DropdownItem icon={PlusIcon} href="/new-workspace">
        New workspace
      </DropdownItem>
    </Dropdown>
  )
}
