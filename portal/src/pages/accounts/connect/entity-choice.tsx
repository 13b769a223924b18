import { Button, Radio, Skeleton, Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useLocation } from 'wouter'
import type { Reply } from '../../../api/client.ts'
import { useList, useWrite } from '../../../api/hooks.ts'
import { ProblemAlert } from '../../../components/form/problem-alert.tsx'
import { WriteButton } from '../../../components/form/write-button.tsx'
import { humanizeCode } from '../../../components/humanize-code.ts'
import { showDone } from '../../../components/notify.ts'
import { accountName } from '../../../resources/accounts/names.ts'
import * as css from './entity-choice.module.css'

interface Props {
  readonly connection: Reply<'connections.get'>
  readonly label: string
}

/** Lists the pages, channels or numbers of the signed-in user; entries that cannot be selected say why. */
export function EntityChoice({ connection: { id }, label }: Props) {
  const [, navigate] = useLocation()
  const [chosen, setChosen] = useState<string>()
  const select = useWrite('connections.select', {
    changes: ['accounts', 'profiles', 'home'],
    onSuccess: (account) => {
      showDone(`${accountName(account)} connected`)
      navigate(`/accounts/${account.id}`, { replace: true })
    },
  })
  // The list is gone once an entry is selected.
  const enabled = !select.isPending && !select.isSuccess
  const list = useList('connections.entities', { params: { id }, query: { limit: 100 } }, { enabled })
  if (list.error) return <ProblemAlert problem={list.error} onRetry={list.retry} />
  if (list.isLoading) return <Skeleton height={220} maw={560} radius={10} />
  const first = list.items.find(({ selectable }) => selectable)
  const value = chosen ?? first?.external_id
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (value !== undefined) select.mutate({ params: { id }, body: { external_id: value } })
  }
  return (
    <form onSubmit={submit} className="connect-sign-in">
      <Radio.Group value={value ?? null} onChange={setChosen} aria-label="What to connect">
        <Stack gap="xs">
          {list.items.map(({ external_id, name, kind, selectable, unselectable_reason }) => (
            <Radio.Card key={external_id} value={external_id} disabled={!selectable} className={css.entity}>
              <Radio.Indicator disabled={!selectable} />
              <span>
                <span className={css.entityName}>{name}</span>
                <span className="dimmed">
                  {humanizeCode(kind)}
                  {unselectable_reason !== null && `: ${unselectable_reason}`}
                </span>
              </span>
            </Radio.Card>
          ))}
        </Stack>
      </Radio.Group>
      {list.hasMore && (
        <Button variant="default" onClick={list.loadMore} loading={list.isLoadingMore}>
          Load more
        </Button>
      )}
      {select.error && <ProblemAlert problem={select.error} />}
      <div>
        <WriteButton
          type="submit"
          loading={select.isPending}
          reason={first ? undefined : `This user has nothing on ${label} that can be connected.`}
        >
          Connect
        </WriteButton>
      </div>
    </form>
  )
}
