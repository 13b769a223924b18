import { Button, Group, SegmentedControl, Skeleton, Text, Title } from '@mantine/core'
import { DownloadIcon } from '@primer/octicons-react'
import { useEffect, useRef } from 'react'
import { formatCount } from '../../../components/count.ts'
import { ProblemAlert } from '../../../components/form/problem-alert.tsx'
import { useFilters } from '../../../components/list/use-filters.ts'
import { creditsText } from '../data-labels.ts'
import type { OpenAction } from '../result/ask.ts'
import { ResultView } from '../result/result-view.tsx'
import { saveFile, toCsv } from '../result/table-file.ts'
import type { Action } from '../use-actions.ts'
import { NextPage } from './next-page.tsx'
import { Receipt } from './receipt.tsx'
import * as css from './result.module.css'
import type { RunState } from './use-run.ts'

/** Result of a run as card, table or JSON, with its cost. */
export function Result({ action, running, ask }: { action: Action; running: RunState; ask: OpenAction }) {
  const { values, set } = useFilters(['view'])
  const { pages, items, isRunning, isRunningNext, problem } = running
  const last = pages.at(-1)
  const place = useRef<HTMLElement>(null)
  const first = isRunning && !isRunningNext ? undefined : pages[0]
  // The button may be far below the result or, on phones, far above it.
  useEffect(() => {
    const top = place.current?.getBoundingClientRect().top ?? 0
    if (first && (top < 0 || top > innerHeight / 2)) place.current?.scrollIntoView()
  }, [first])
  if (isRunning && !isRunningNext) return <Skeleton height={260} radius={10} role="status" aria-label="Running" />
  if (problem && !last) return <ProblemAlert problem={problem} />
  if (!last) return null
  const charged = pages.reduce((sum, page) => sum + page.charged, 0)
  const isList = Array.isArray(last.reply.data) || pages.length > 1
  const isJson = values.view === 'json'
  return (
    <section className={css.result} ref={place} aria-labelledby="result-title">
      <header className={css.head}>
        <div role="status">
          <Title order={2} id="result-title">
            {headline(items.length, isList)}
          </Title>
          <Text c="dimmed" size="sm">
            {chargeText(charged, items.length, last.reply.repeat)}
          </Text>
        </div>
        <Group gap="xs">
          {isList && items.length > 0 && (
            <Button
              variant="default"
              leftSection={<DownloadIcon size={16} />}
              onClick={() =>
                saveFile(`${action.id.replaceAll('/', '-')}.csv`, new Blob([toCsv(items)], { type: 'text/csv' }))
              }
            >
              CSV
            </Button>
          )}
          <SegmentedControl
            aria-label="View"
            value={isJson ? 'json' : 'table'}
            onChange={(view) => set('view', view === 'json' ? 'json' : '')}
            data={[
              { value: 'table', label: isList ? 'Table' : 'Card' },
              { value: 'json', label: 'JSON' },
            ]}
          />
        </Group>
      </header>
      {problem && <ProblemAlert problem={problem} />}
      {isJson && (
        <pre className={`secret ${css.json}`} tabIndex={0} aria-label="Response as JSON">
          {pages.map(({ reply }) => JSON.stringify(reply, null, 2)).join('\n')}
        </pre>
      )}
      {!isJson && items.length > 0 && <ResultView items={items} isList={isList} ask={ask} />}
      {!isJson && items.length === 0 && (
        <div className="result-miss">
          <b>No source had a match.</b>
          <Text c="dimmed">Nothing was charged. Check the spelling, or use fewer filters.</Text>
        </div>
      )}
      {last.reply.next_cursor && (
        <NextPage action={action} last={last} cursor={last.reply.next_cursor} running={running} />
      )}
      <Receipt pages={pages} />
    </section>
  )
}

function headline(count: number, isList: boolean): string {
  if (count === 0) return 'Nothing found'
  return isList ? `${formatCount(count, 'result')} found` : 'Found'
}

function chargeText(charged: number, found: number, isRepeat = false): string {
  if (found === 0) return 'Not found: 0 credits'
  if (isRepeat) return 'Already paid for: 0 credits'
  return charged === 0 ? 'Free: 0 credits' : `${creditsText(charged)} charged`
}
