import { Skeleton, Text, Title } from '@mantine/core'
import { useList, useWrite } from '../../../api/hooks.ts'
import { ProblemAlert } from '../../../components/form/problem-alert.tsx'
import { WriteButton } from '../../../components/form/write-button.tsx'
import { humanizeCode } from '../../../components/humanize-code.ts'
import { showDone, showProblem } from '../../../components/notify.ts'
import { StatusBadge } from '../../../components/status-badge.tsx'
import type { Account } from '../../../resources/accounts/account-health.ts'

/** Lists the entities that the account can act as, and selects the active one. */
export function EntitiesPart({ account }: { account: Account }) {
  const { id, status } = account
  const list = useList('accounts.list_entities', { params: { id }, query: { limit: 100 } })
  const choose = useWrite('accounts.set_active_entity', {
    changes: ['posts'],
    onSuccess: ({ active_entity }) => showDone(`Now acting as ${active_entity?.name ?? 'the new selection'}`),
  })
  const refresh = useWrite('accounts.refresh_entities', { onSuccess: () => showDone('List refreshed') })
  const signedOut =
    status === 'disconnected' || status === 'reauth_required'
      ? 'This account is signed out. Reconnect it first.'
      : undefined
  return (
    <section className="panel" aria-labelledby="account-entities">
      <div className="account-part-head">
        <div>
          <Title order={2} id="account-entities">
            Acts as
          </Title>
          <Text size="sm" c="dimmed">
            Posts and replies appear under this name.
          </Text>
        </div>
        <WriteButton
          size="xs"
          variant="default"
          loading={refresh.isPending}
          reason={signedOut}
          onClick={() => refresh.mutate({ params: { id } }, { onError: showProblem })}
        >
          Refresh
        </WriteButton>
      </div>
      {list.error && <ProblemAlert problem={list.error} onRetry={list.retry} />}
      {list.isLoading && <Skeleton height={150} mt={12} />}
      <ul className="account-rows">
        {list.items.map(({ id: entityId, name, kind, is_active, selectable, unselectable_reason }) => (
          <li key={entityId}>
            <div>
              <div className="account-tile-name">{name}</div>
              <div className="dimmed">
                {humanizeCode(kind)}
                {unselectable_reason !== null && `: ${unselectable_reason}`}
              </div>
            </div>
            {is_active ? (
              <StatusBadge status="active" label="Active" />
            ) : (
              <WriteButton
                size="xs"
                variant="default"
                aria-label={`Switch to ${name}`}
                reason={
                  signedOut ?? (selectable ? undefined : (unselectable_reason ?? 'This entry cannot be selected.'))
                }
                loading={choose.isPending && choose.variables.body.entity_id === entityId}
                onClick={() =>
                  choose.mutate({ params: { id }, body: { entity_id: entityId } }, { onError: showProblem })
                }
              >
                Switch to this
              </WriteButton>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
