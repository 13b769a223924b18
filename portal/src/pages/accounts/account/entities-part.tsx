import { Skeleton, Text, Title } from '@mantine/core'
import { useList, useWrite } from '../../../api/hooks.ts'
import { showDone, showProblem } from '../../../components/notify.ts'
import { ProblemAlert } from '../../../components/problem-alert.tsx'
import { StatusBadge } from '../../../components/status-badge.tsx'
import { WriteButton } from '../../../components/write-button.tsx'
import { humanizeCode } from '../../publish/posts/post-labels.ts'
import type { Account } from '../account-health.ts'

/** What the account can act as, and what it acts as now. */
export function EntitiesPart({ account }: { account: Account }) {
  const { id, status } = account
  const list = useList('accounts.list_entities', { params: { id }, query: { limit: 100 } })
  const choose = useWrite('accounts.set_active_entity', {
    changes: ['posts'],
    onSuccess: ({ active_entity }) => showDone(`It acts as ${active_entity?.name ?? 'it'} from now on.`),
  })
  const refresh = useWrite('accounts.refresh_entities', { onSuccess: () => showDone('Read again from the platform.') })
  const signedOut =
    status === 'disconnected' || status === 'reauth_required'
      ? 'The account is signed out. Reconnect it first.'
      : undefined
  return (
    <section className="panel" aria-labelledby="account-entities">
      <div className="account-part-head">
        <div>
          <Title order={2} id="account-entities">
            Acts as
          </Title>
          <Text size="sm" c="dimmed">
            Posts and answers appear under this name.
          </Text>
        </div>
        <WriteButton
          size="xs"
          variant="default"
          loading={refresh.isPending}
          reason={signedOut}
          onClick={() => refresh.mutate({ params: { id } }, { onError: showProblem })}
        >
          Read again
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
              <StatusBadge status="active" label="Now" />
            ) : (
              <WriteButton
                size="xs"
                variant="default"
                aria-label={`Act as ${name}`}
                reason={signedOut ?? (selectable ? undefined : (unselectable_reason ?? 'It cannot be chosen.'))}
                loading={choose.isPending && choose.variables.body.entity_id === entityId}
                onClick={() =>
                  choose.mutate({ params: { id }, body: { entity_id: entityId } }, { onError: showProblem })
                }
              >
                Act as this
              </WriteButton>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
