import { PersonAddIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { Reply } from '../../../api/client.ts'
import { useList } from '../../../api/hooks.ts'
import { useReadOnlyReason } from '../../../app/session.ts'
import { WriteButton } from '../../../components/form/write-button.tsx'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { CursorList } from '../../../components/list/cursor-list.tsx'
import { EmptyState } from '../../../components/list/empty-state.tsx'
import { showDone } from '../../../components/notify.ts'
import { Page } from '../../../components/page.tsx'
import { Invitations } from './invitations.tsx'
import { type Member, useMemberColumns } from './member-columns.tsx'

const Invite = lazyPart(async () => (await import('./invite.tsx')).Invite)
const InvitationLink = lazyPart(async () => (await import('./invitation-link.tsx')).InvitationLink)
const EditMember = lazyPart(async () => (await import('./edit-member.tsx')).EditMember)
const RemoveMember = lazyPart(async () => (await import('./remove-member.tsx')).RemoveMember)

/** Lists the members of the workspace and the invitations. */
export function MembersPage() {
  const list = useList('members.list', { query: { limit: 50 } })
  const reason = useReadOnlyReason('owner')
  const [, navigate] = useLocation()
  const isInviting = new URLSearchParams(useSearch()).has('invite')
  const [made, setMade] = useState<Reply<'invitations.create'>>()
  const [editing, setEditing] = useState<Member>()
  const [removing, setRemoving] = useState<Member>()
  const columns = useMemberColumns({ reason, onEdit: setEditing, onRemove: setRemoving })
  const closeInvite = () => navigate('/members', { replace: true })
  return (
    <Page
      title="Members"
      about="The people in this workspace. Owners can invite others and edit their permissions."
      actions={
        <WriteButton
          least="owner"
          leftSection={<PersonAddIcon size={16} />}
          onClick={() => navigate('/members?invite')}
        >
          Invite member
        </WriteButton>
      }
    >
      <CursorList
        label="Members"
        list={list}
        columns={columns}
        empty={<EmptyState icon={PersonAddIcon} title="No members" text="Invite people to this workspace." />}
      />
      {/* Rendered once the list above has loaded, so that the layout does not shift. */}
      {!list.isLoading && <Invitations reason={reason} />}
      {isInviting && reason === undefined && (
        <Invite
          onClose={closeInvite}
          onCreated={(invitation) => {
            closeInvite()
            if (invitation.url === null) showDone(`Invitation sent to ${invitation.email}`)
            else setMade(invitation)
          }}
        />
      )}
      {made?.url && <InvitationLink email={made.email} url={made.url} onClose={() => setMade(undefined)} />}
      {editing && <EditMember member={editing} onClose={() => setEditing(undefined)} />}
      {removing && <RemoveMember member={removing} onClose={() => setRemoving(undefined)} />}
    </Page>
  )
}
