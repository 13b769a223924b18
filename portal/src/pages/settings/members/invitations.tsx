import { Title } from '@mantine/core'
import { MailIcon } from '@primer/octicons-react'
import { useId } from 'react'
import type { Item } from '../../../api/client.ts'
import { useList, useWrite } from '../../../api/hooks.ts'
import { WriteButton } from '../../../components/form/write-button.tsx'
import { type Column, CursorList } from '../../../components/list/cursor-list.tsx'
import { EmptyState } from '../../../components/list/empty-state.tsx'
import { showDone, showProblem } from '../../../components/notify.ts'
import { ROLES } from '../../../components/roles.ts'
import { StatusBadge } from '../../../components/status-badge.tsx'
import { When } from '../../../components/time/when.tsx'
import { useReach } from './use-reach.ts'

type Invitation = Item<'invitations.list'>

/** Lists the invitations; only owners may see them. */
export function Invitations({ reason }: { reason: string | undefined }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Title order={2} id={id} mt="xl" mb={8}>
        Invitations
      </Title>
      {reason === undefined ? (
        <InvitationList />
      ) : (
        <EmptyState
          icon={MailIcon}
          title="Only owners can see invitations"
          text="Ask an owner to invite new members."
        />
      )}
    </section>
  )
}

function InvitationList() {
  const list = useList('invitations.list', { query: { limit: 50 } })
  const reach = useReach()
  const revoke = useWrite('invitations.revoke', {
    onSuccess: ({ email }) => showDone(`Invitation of ${email} revoked`),
  })
  return (
    <CursorList
      label="Invitations"
      list={list}
      columns={buildColumns(reach, (id) => revoke.mutate({ params: { id } }, { onError: showProblem }))}
      empty={
        <EmptyState
          icon={MailIcon}
          title="No invitations"
          text="Invite people by email, with a role and access to all or some profiles."
        >
          <WriteButton href="/members?invite">Invite member</WriteButton>
        </EmptyState>
      }
    />
  )
}

function buildColumns(
  reach: (ids: readonly string[] | null) => string,
  revoke: (id: string) => void,
): Column<Invitation>[] {
  return [
    { title: 'Email', width: '2fr', render: ({ email }) => <span className="members-name">{email}</span> },
    { title: 'Role', width: '0.8fr', render: ({ role }) => ROLES[role].title },
    { title: 'Access', width: '1.4fr', render: ({ profile_ids }) => reach(profile_ids) },
    {
      title: 'Status',
      width: '1fr',
      render: ({ status }) => <StatusBadge status={status} {...toBadgeProps(status)} />,
    },
    { title: 'Expires', width: '1.2fr', render: ({ expires_at }) => <When at={expires_at} isAbsolute /> },
    {
      title: 'Revoke',
      width: '100px',
      isTitleHidden: true,
      isNumber: true,
      render: ({ id, email, status }) =>
        status === 'open' && (
          <WriteButton
            least="owner"
            variant="default"
            size="compact-sm"
            aria-label={`Revoke invitation of ${email}`}
            onClick={() => revoke(id)}
          >
            Revoke
          </WriteButton>
        ),
    },
  ]
}

function toBadgeProps(status: Invitation['status']) {
  const tones = { open: 'info', accepted: 'good', revoked: 'quiet', expired: 'quiet' } as const
  return { tone: tones[status] }
}
