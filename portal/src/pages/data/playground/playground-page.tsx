import { NativeSelect, Skeleton } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { useRead } from '../../../api/hooks.ts'
import { CopyAs } from '../../../components/copy/copy-as.tsx'
import { ProblemAlert } from '../../../components/form/problem-alert.tsx'
import { useFilters } from '../../../components/list/use-filters.ts'
import { Page } from '../../../components/page.tsx'
import { actionName } from '../data-labels.ts'
import type { Body } from '../form/fields.ts'
import { toLookupBody } from '../form/lookup-query.ts'
import { type Action, useActions } from '../use-actions.ts'
import { Playground } from './playground.tsx'
import * as css from './playground-page.module.css'
import { SavedSearches } from './saved-searches.tsx'

/** Runs any lookup or workflow, with its price on the button. */
export function PlaygroundPage() {
  const { values } = useFilters(['action', 'saved'])
  const { actions, error, retry } = useActions()
  const [, navigate] = useLocation()
  const [edited, setEdited] = useState<{ key: string; body: Body }>()
  const action = actions?.find(({ id }) => id === values.action) ?? actions?.[0]
  const start = useStart(action, values.saved)
  const shown = edited && edited.key === start?.key ? edited.body : start?.body
  const open = (id: string, question?: Body) => navigate(`/data?action=${id}`, { state: { body: question } })
  return (
    <Page
      title="Lookups"
      width="full"
      about="Find people, companies and email addresses. The button shows the price before anything runs."
      actions={action && <CopyAs operation={action.operation as 'data.find_email'} input={{ body: shown ?? {} }} />}
    >
      {error && <ProblemAlert problem={error} onRetry={retry} />}
      {!error && (
        <div className={css.play}>
          <div className={css.choice}>
            <ActionChoice actions={actions ?? []} action={action} onChange={(id) => open(id)} />
          </div>
          {action && start ? (
            <Playground
              key={start.key}
              action={action}
              start={start.body}
              ask={open}
              onChange={(body) => setEdited({ key: start.key, body })}
              onSaved={(id) => navigate(`/data?action=${action.id}&saved=${id}`)}
            />
          ) : (
            <>
              <Skeleton height={480} radius={10} className="play-form" />
              <div className="play-result">
                <Skeleton height={260} radius={10} />
              </div>
            </>
          )}
          <div className={css.saved}>
            <SavedSearches openId={values.saved} />
          </div>
        </div>
      )}
    </Page>
  )
}

interface ChoiceProps {
  readonly actions: readonly Action[]
  readonly action: Action | undefined
  readonly onChange: (id: string) => void
}

function ActionChoice({ actions, action, onChange }: ChoiceProps) {
  const items = (isWorkflow: boolean) =>
    actions.filter((each) => each.isWorkflow === isWorkflow).map(({ id }) => ({ value: id, label: actionName(id) }))
  return (
    <NativeSelect
      label="Action"
      value={action?.id ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      data={[
        { group: 'Lookups', items: items(false) },
        { group: 'Workflows', items: items(true) },
      ]}
    />
  )
}

/** Returns the initial body of the form: a saved search, the query of the previous page, or nothing. Undefined while it loads. */
function useStart(action: Action | undefined, savedId: string): { key: string; body: Body } | undefined {
  const asked = useHistoryState<{ body?: Body } | null>()?.body
  const saved = useRead('saved_searches.get', { params: { id: savedId } }, { enabled: savedId !== '' })
  if (!action) return undefined
  if (savedId === '') return { key: `${action.id} ${JSON.stringify(asked ?? null)}`, body: asked ?? {} }
  if (saved.error) return { key: action.id, body: {} }
  return saved.data && { key: `${action.id} ${savedId}`, body: toLookupBody(action.schema, saved.data) }
}
