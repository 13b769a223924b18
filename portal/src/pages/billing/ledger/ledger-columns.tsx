import { CopyButton } from '../../../components/copy/copy-button.tsx'
import { formatCount } from '../../../components/count.ts'
import { Credits } from '../../../components/credits.tsx'
import type { Column } from '../../../components/list/cursor-list.tsx'
import { formatNumber } from '../../../components/time/time.ts'
import { When } from '../../../components/time/when.tsx'
import { ENTRIES, GRANTS, type Grant, type LedgerEntry } from '../../../resources/billing/billing-labels.ts'
import * as css from './ledger-columns.module.css'

export const LEDGER_COLUMNS: readonly Column<LedgerEntry>[] = [
  {
    title: 'Entry',
    width: '2.6fr',
    render: (entry) => (
      <>
        <div className={css.kind}>{formatEntryTitle(entry)}</div>
        <Detail entry={entry} />
      </>
    ),
  },
  { title: 'Number', width: '0.7fr', isNumber: true, render: ({ seq }) => formatNumber(seq) },
  {
    title: 'Credits',
    width: '0.9fr',
    isNumber: true,
    render: ({ credits }) => (
      <span className={credits > 0 ? css.ledgerIn : undefined}>
        {formatNumber(credits, { signDisplay: 'exceptZero' })}
      </span>
    ),
  },
  {
    title: 'Balance',
    width: '0.9fr',
    isNumber: true,
    render: ({ balance_after }) => <Credits amount={balance_after} isBare />,
  },
  { title: 'Time', width: '1.2fr', isNumber: true, render: ({ created_at }) => <When at={created_at} isAbsolute /> },
]

function formatEntryTitle({ kind, detail, charges, action }: LedgerEntry): string {
  const grant = (detail as { kind?: Grant['kind'] }).kind
  if (kind === 'grant' && grant !== undefined && grant in GRANTS) return GRANTS[grant]
  if (kind !== 'charge') return ENTRIES[kind]
  return charges > 1 ? formatCount(charges, 'charge') : (action ?? ENTRIES[kind])
}

/** The charged calls of an entry; many charges are collapsed. */
function Detail({ entry: { items, charges, action, request_id } }: { entry: LedgerEntry }) {
  if (items.length === 0) return null
  if (items.length === 1 && request_id !== null)
    return (
      <div className={`dimmed ${css.call}`}>
        <code>{request_id}</code>
        <CopyButton value={request_id} label="Copy request ID" />
      </div>
    )
  return (
    <details className={css.items}>
      <summary className="dimmed">{action ?? 'Several actions'}</summary>
      <ul>
        {items.map(({ request_id: id, action: name, units, credits }, n) => (
          <li key={n}>
            <code>{name}</code> × {formatNumber(units)}: <Credits amount={credits} />{' '}
            <code className="dimmed">{id}</code>
          </li>
        ))}
        {charges > items.length && <li className="dimmed">and {formatNumber(charges - items.length)} more</li>}
      </ul>
    </details>
  )
}
