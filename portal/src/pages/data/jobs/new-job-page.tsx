import { NativeSelect, SegmentedControl, Skeleton, Stack, TextInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import { BackLink } from '../../../components/back-link.tsx'
import { ProblemAlert } from '../../../components/form/problem-alert.tsx'
import { useFilters } from '../../../components/list/use-filters.ts'
import { Page } from '../../../components/page.tsx'
import { actionName } from '../data-labels.ts'
import { buildBody, type Values } from '../form/fields.ts'
import { SchemaForm } from '../form/schema-form.tsx'
import { type Action, useActions } from '../use-actions.ts'
import { ColumnPreview } from './column-preview.tsx'
import { FilePart, HeaderChoice } from './file-part.tsx'
import { buildCsvText, type ColumnMapping, guessMapping, listRowFields, type Sheet } from './mapping.ts'
import * as css from './new-job-page.module.css'
import { StartPanel } from './start-panel.tsx'
import type { BulkBody } from './use-bulk-estimate.ts'

/** Creates a bulk job from the rows of a file, or from everything that a search finds. */
export function NewJobPage() {
  const { values, set } = useFilters(['action', 'from'])
  const { actions, error, retry } = useActions()
  const action =
    actions?.find(({ id }) => id === values.action) ?? actions?.find(({ id }) => id === FIRST) ?? actions?.[0]
  return (
    <Page
      title="New bulk job"
      about="Choose an action, add rows, and see the price before the job starts."
      back={<BackLink href="/jobs">Jobs</BackLink>}
    >
      {error && <ProblemAlert problem={error} onRetry={retry} />}
      {!action && !error && <Skeleton height={420} radius={10} />}
      {action && actions && (
        <>
          <NativeSelect
            className={css.jobAction}
            label="Action"
            description={`${action.summary}.`}
            inputWrapperOrder={['label', 'input', 'description']}
            value={action.id}
            onChange={({ currentTarget }) => set('action', currentTarget.value)}
            data={actions.map(({ id }) => ({ value: id, label: actionName(id) }))}
          />
          {canSearch(action) && (
            <SegmentedControl
              mb="md"
              aria-label="Input"
              value={values.from === 'search' ? 'search' : 'rows'}
              onChange={(from) => set('from', from === 'search' ? 'search' : '')}
              data={[
                { value: 'rows', label: 'One search per row' },
                { value: 'search', label: 'All results of one search' },
              ]}
            />
          )}
          {canSearch(action) && values.from === 'search' ? (
            <FromSearch key={action.id} action={action} />
          ) : (
            <FromRows action={action} />
          )}
        </>
      )}
    </Page>
  )
}

const FIRST = 'contacts/find-email'

function canSearch({ fields }: Action): boolean {
  return fields.some(({ kind }) => kind === 'choice')
}

function FromRows({ action }: { action: Action }) {
  const [{ sheet, name }, setFile] = useState<{ sheet: Sheet | undefined; name: string }>({
    sheet: undefined,
    name: '',
  })
  const [chosen, setChosen] = useState<{ for: Sheet; action: string; mapping: ColumnMapping }>()
  const [limit, setLimit] = useState('')
  const known = useMemo(() => listRowFields(action.fields), [action.fields])
  const mapping = useMemo(() => {
    if (!sheet) return []
    return chosen?.for === sheet && chosen.action === action.id ? chosen.mapping : guessMapping(sheet, known)
  }, [sheet, known, chosen, action.id])
  const takesLimit = action.fields.some(({ key }) => key === 'limit')
  const body = useMemo((): BulkBody | undefined => {
    if (!sheet || mapping.every((field) => field === '')) return undefined
    return {
      action: action.id as BulkBody['action'],
      csv_text: buildCsvText(sheet, mapping, known),
      ...(takesLimit && limit !== '' && { limit: Number(limit) }),
    }
  }, [sheet, mapping, known, action.id, takesLimit, limit])
  return (
    <div className={css.newJob}>
      <Stack>
        <FilePart sheet={sheet} name={name} onChange={(next, file) => setFile({ sheet: next, name: file })} />
        {sheet && (
          <>
            <HeaderChoice sheet={sheet} onChange={(next) => setFile({ sheet: next, name })} />
            <ColumnPreview
              sheet={sheet}
              known={known}
              mapping={mapping}
              onChange={(next) => setChosen({ for: sheet, action: action.id, mapping: next })}
            />
          </>
        )}
        {takesLimit && (
          <TextInput
            label="Limit per row"
            type="number"
            min={1}
            max={100}
            placeholder="10"
            value={limit}
            onChange={({ currentTarget }) => setLimit(currentTarget.value)}
          />
        )}
      </Stack>
      <StartPanel body={body} />
    </div>
  )
}

function FromSearch({ action }: { action: Action }) {
  const [values, setValues] = useState<Values>({ limit: '1000' })
  const fields = useMemo(
    () =>
      action.fields
        .filter(({ kind, key }) => kind === 'choice' || key === 'limit')
        .map((field) => ({ ...field, maximum: 100_000 })),
    [action.fields],
  )
  const body = useMemo((): BulkBody | undefined => {
    const { inputs, limit, ...rest } = buildBody(action.schema, fields, values) as {
      inputs?: { filters?: Record<string, unknown> }
      filters?: Record<string, unknown>
      limit?: number
    }
    const filters = inputs?.filters ?? rest.filters ?? {}
    return { action: action.id as BulkBody['action'], filters, ...(limit !== undefined && { limit }) }
  }, [action, fields, values])
  return (
    <div className={css.newJob}>
      <div className="panel">
        <SchemaForm fields={fields} values={values} errors={{}} onChange={setValues} />
      </div>
      <StartPanel body={body} />
    </div>
  )
}
