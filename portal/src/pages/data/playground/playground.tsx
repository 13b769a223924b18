import { Button, Group } from '@mantine/core'
import { BeakerIcon } from '@primer/octicons-react'
import { type FormEvent, useState } from 'react'
import { fieldErrors } from '../../../api/problem.ts'
import { useReadOnlyReason } from '../../../app/session.ts'
import { ProblemAlert } from '../../../components/form/problem-alert.tsx'
import { WriteButton } from '../../../components/form/write-button.tsx'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { EmptyState } from '../../../components/list/empty-state.tsx'
import { showReason } from '../../../components/notify.ts'
import { type Body, buildBody, errorsAt, toFormValues, type Values } from '../form/fields.ts'
import { toLookupQuery } from '../form/lookup-query.ts'
import { SchemaForm } from '../form/schema-form.tsx'
import type { OpenAction } from '../result/ask.ts'
import type { Action } from '../use-actions.ts'
import { EarlierPurchase } from './earlier-purchase.tsx'
import * as css from './playground.module.css'
import { Result } from './result.tsx'
import { RunAsJob } from './run-as-job.tsx'
import { priceText, RunBar } from './run-bar.tsx'
import { useEstimate } from './use-estimate.ts'
import { type RunResult, useRun } from './use-run.ts'

const SaveSearch = lazyPart(async () => (await import('./save-search.tsx')).SaveSearch)

/** Initial body of the form, and its result if it was run before. */
export interface Start {
  readonly body: Body
  readonly pages: readonly RunResult[]
}

interface Props {
  readonly action: Action
  readonly start: Start
  readonly ask: OpenAction
  readonly onChange: (body: Body) => void
  readonly onRan: (pages: readonly RunResult[]) => void
  readonly onSaved: (id: string) => void
}

/** The form of one action and its result. */
export function Playground({ action, start, ask, onChange, onRan, onSaved }: Props) {
  const { schema, fields, example } = action
  const [values, setValues] = useState<Values>(() => toFormValues(fields, start.body))
  const readOnly = useReadOnlyReason()
  const [isTried, setTried] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const body = buildBody(schema, fields, values)
  // Most actions refuse an empty form: do not show that before the user has tried to run it.
  const isReady =
    isTried || fields.some(({ kind }) => kind === 'choice') || Object.values(values).some(({ length }) => length > 0)
  const estimate = useEstimate(action, body, isReady)
  const running = useRun(action, start.pages, onRan)
  const isShown = running.pages.some((ran) => JSON.stringify(ran.body) === JSON.stringify(body))
  const earlier = isShown || running.isRunning ? undefined : estimate.purchase
  const change = (next: Values) => {
    setValues(next)
    onChange(buildBody(schema, fields, next))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (readOnly !== undefined) return showReason(readOnly)
    setTried(true)
    if (estimate.credits !== undefined) running.run(body, estimate.credits)
  }
  const problem = isTried ? estimate.problem : null
  const errors = errorsAt(fields, fieldErrors(problem))
  const isElsewhere = problem !== null && Object.keys(errors).length === 0
  return (
    <>
      <form className="panel play-form" onSubmit={submit} aria-label={action.summary}>
        <p className={css.summary}>{action.summary}.</p>
        <SchemaForm
          fields={fields}
          values={values}
          errors={errors}
          examples={toFormValues(fields, example)}
          onChange={change}
        />
        {isElsewhere && <ProblemAlert problem={problem} />}
        <RunBar
          action={action}
          credits={estimate.credits}
          isRepeat={estimate.purchase !== undefined}
          isRunning={running.isRunning && !running.isRunningNext}
        />
        <Group gap="xs" grow>
          <WriteButton variant="default" onClick={() => setSaving(true)}>
            Save…
          </WriteButton>
          <RunAsJob action={action} body={body} credits={estimate.credits} onRefused={() => setTried(true)} />
        </Group>
      </form>
      <div className="play-result">
        {earlier && <EarlierPurchase purchase={earlier} ask={ask} />}
        {!earlier && running.pages.length === 0 && !running.isRunning && !running.problem ? (
          <EmptyState
            icon={BeakerIcon}
            title="No results yet"
            text={`Fill in the form and run it. ${priceText(action)} You pay nothing if nothing is found.`}
          >
            <Button variant="default" onClick={() => change(toFormValues(fields, example))}>
              Fill in example
            </Button>
          </EmptyState>
        ) : (
          <Result action={action} running={running} ask={ask} />
        )}
      </div>
      {isSaving && (
        <SaveSearch
          action={action.id}
          question={toLookupQuery(schema, body)}
          onClose={() => setSaving(false)}
          onSaved={(id) => {
            setSaving(false)
            onSaved(id)
          }}
        />
      )}
    </>
  )
}
