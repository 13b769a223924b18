import { KebabHorizontalIcon, PencilIcon, TrashIcon } from '@primer/octicons-react'
import type { Item } from '../../../api/client.ts'
import { useSession } from '../../../app/session.ts'
import { Dropdown, DropdownItem } from '../../../components/dropdown.tsx'
import type { Column } from '../../../components/list/cursor-list.tsx'
import { ROLES } from '../../../components/roles.ts'
import { StatusBadge } from '../../../components/status-badge.tsx'
import { When } from '../../../components/time/when.tsx'
import * as css from './member-columns.module.css'
import { useReach } from './use-reach.ts'

export type Member = Item<'members.list'>

interface Options {
  /** Reason why members cannot be changed. */
  readonly reason: string | undefined
  readonly onEdit: (member: Member) => void
  readonly onRemove: (member: Member) => void
}

export function useMemberColumns({ reason, onEdit, onRemove }: Options): Column<Member>[] {
  const { user } = useSession()
  const reach = useReach()
  return [
    {
      title: 'Name',
      width: '2fr',
      render: ({ id, name, email }) => (
        <>
          <div className="members-name">
            <bdi>{name}</bdi>
            {id === user.id && <span className="settings-mark">You</span>}
          </div>
          <div className="dimmed">{email}</div>
        </>
      ),
    },
    { title: 'Role', width: '0.8fr', render: ({ role }) => ROLES[role].title },
    { title: 'Access', width: '1.4fr', render: ({ profile_ids }) => reach(profile_ids) },
    {
      title: 'Second factor',
      width: '1fr',
      render: ({ has_totp }) =>
        has_totp ? <StatusBadge status="active" label="App" /> : <StatusBadge status="none" label="None" />,
    },
    { title: 'Last seen', width: '1fr', render: ({ last_seen_at }) => <When at={last_seen_at} none="Never" /> },
    {
      title: 'Actions',
      width: '48px',
      isTitleHidden: true,
      isNumber: true,
      render: (member) => (
        <Dropdown
          className={`icon-button ${css.more}`}
          label={`Actions for ${member.name}`}
          button={<KebabHorizontalIcon size={16} />}
        >
          <DropdownItem icon={PencilIcon} reason={reason} onClick={() => onEdit(member)}>
            Edit permissions…
          </DropdownItem>
          <DropdownItem icon={TrashIcon} reason={reason} onClick={() => onRemove(member)}>
            Remove member…
          </DropdownItem>
        </Dropdown>
      ),
    },
  ]
}
