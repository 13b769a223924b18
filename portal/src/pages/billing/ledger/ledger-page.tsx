import { ListUnorderedIcon } from '@primer/octicons-react'
import { useList } from '../../../api/hooks.ts'
import { CopyAs } from '../../../components/copy/copy-as.tsx'
import { CursorList } from '../../../components/list/cursor-list.tsx'
import { EmptyState, NoMatches } from '../../../components/list/empty-state.tsx'
import { ChoiceFilter } from '../../../components/list/filter-bar.tsx'
import { useFilters } from '../../../components/list/use-filters.ts'
import { ENTRIES, type LedgerEntry } from '../../../resources/billing/billing-labels.ts'
import { BillingFrame } from '../billing-frame.tsx'
import { LEDGER_COLUMNS } from './ledger-columns.tsx'
import * as css from './ledger-page.module.css'

const KINDS = Object.entries(ENTRIES).map(([value, label]) => ({ value, label }))

function isKind(text: string): text is LedgerEntry['kind'] {
  return text in ENTRIES
}

/** Lists all ledger entries. */
export function LedgerPage() {
  const { values, set, clear, isAny } = useFilters(['kind'])
  const query = isKind(values.kind) ? { kind: values.kind } : {}
  const list = useList('credits.ledger', { query: { limit: 50, ...query } }, { everySeconds: 15 })
  return (
    <BillingFrame actions={<CopyAs operation="credits.ledger" input={{ query }} />}>
      <div className={css.filters} role="search" aria-label="Filter ledger">
        <ChoiceFilter filters={{ values, set }} name="kind" label="Type" all="All entries" options={KINDS} />
        <p className="dimmed">
          Entries are immutable: each includes the hash of the previous one. Simultaneous charges share one entry.
        </p>
      </div>
      <CursorList
        label="Ledger"
        list={list}
        columns={LEDGER_COLUMNS}
        getKey={({ seq }) => String(seq)}
        empty={
          isAny ? (
            <NoMatches of="entries" onClear={clear} />
          ) : (
            <EmptyState
              icon={ListUnorderedIcon}
              title="No entries yet"
              text="Every purchase, grant and charge of credits appears here."
            />
          )
        }
      />
    </BillingFrame>
  )
}
