import { ActionIcon, Skeleton, Text, Title } from '@mantine/core'
import { TrashIcon } from '@primer/octicons-react'
import { Link, useLocation } from 'wouter'
import type { Item } from '../../../api/client.ts'
import { useList, useWrite } from '../../../api/hooks.ts'
import { useReadOnlyReason } from '../../../app/session.ts'
import { ProblemAlert } from '../../../components/form/problem-alert.tsx'
import { showDone, showProblem, showReason } from '../../../components/notify.ts'
import { actionName } from '../data-labels.ts'
import * as css from './saved-searches.module.css'

type SavedSearch = Item<'saved_searches.list'>

/** Lists the saved searches of the workspace. */
export function SavedSearches({ openId }: { openId: string }) {
  const list = useList('saved_searches.list', { query: { limit: 20 } })
  const reason = useReadOnlyReason()
  const [, navigate] = useLocation()
  const create = useWrite('saved_searches.create')
  const remove = useWrite('saved_searches.delete')
  const removeOne = (saved: SavedSearch) => {
    if (reason !== undefined) return showReason(reason)
    const { name, action, query, filters } = saved
    if (saved.id === openId) navigate(`/data?action=${action}`, { replace: true })
    remove.mutate(
      { params: { id: saved.id } },
      {
        onSuccess: () =>
          showDone(`${name} deleted`, () =>
            create.mutate({ body: { name, action, query, filters } }, { onError: showProblem }),
          ),
        onError: showProblem,
      },
    )
  }
  if (list.error) return <ProblemAlert problem={list.error} onRetry={list.retry} />
  return (
    <section className={`panel ${css.saved}`} aria-labelledby="saved-title">
      <Title order={2} id="saved-title">
        Saved searches
      </Title>
      {list.isLoading && <Skeleton height={20} mt="xs" />}
      {!list.isLoading && list.items.length === 0 && (
        <Text size="sm" c="dimmed" mih={20}>
          No saved searches yet. Save a search to run it again later.
        </Text>
      )}
      {list.items.length > 0 && (
        <ul>
          {list.items.map((saved) => (
            <li key={saved.id} data-open={saved.id === openId || undefined}>
              <Link href={`/data?action=${saved.action}&saved=${saved.id}`}>
                <span className={css.name}>{saved.name}</span>
                <span className="dimmed">{actionName(saved.action)}</span>
              </Link>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Delete ${saved.name}`}
                title={reason ?? 'Delete'}
                aria-disabled={reason !== undefined || undefined}
                onClick={() => removeOne(saved)}
              >
                <TrashIcon size={16} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      {list.hasMore && (
        <button type="button" className={css.more} onClick={list.loadMore}>
          Show more
        </button>
      )}
    </section>
  )
}
