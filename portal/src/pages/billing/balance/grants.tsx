import { Button, Progress, Text, Title } from '@mantine/core'
import { StackIcon } from '@primer/octicons-react'
import { Link } from 'wouter'
import { wholeList } from '../../../api/hooks.ts'
import { type Column, CursorList } from '../../../components/list/cursor-list.tsx'
import { EmptyState } from '../../../components/list/empty-state.tsx'
import { formatNumber } from '../../../components/time/time.ts'
import { When } from '../../../components/time/when.tsx'
import { GRANTS, type Grant } from '../../../resources/billing/billing-labels.ts'
import type { CreditsQuery } from './balance-bar.tsx'
import * as css from './grants.module.css'

const COLUMNS: Column<Grant & { position: number }>[] = [
  {
    title: 'Grant',
    width: '1.2fr',
    render: ({ position, kind }) => (
      <span className={css.name}>
        <span className={css.position}>{position}</span>
        {GRANTS[kind]}
      </span>
    ),
  },
  {
    title: 'Remaining',
    width: '1.2fr',
    render: ({ remaining, amount, kind }) => (
      <div className={css.left}>
        <span className="numbers">
          {formatNumber(remaining)} <span className="dimmed">of {formatNumber(amount)}</span>
        </span>
        <Progress
          value={(100 * remaining) / Math.max(amount, 1)}
          size={4}
          aria-label={`Remaining credits of ${GRANTS[kind]}`}
        />
      </div>
    ),
  },
  { title: 'Expires', width: '0.8fr', render: ({ expires_at }) => <When at={expires_at} none="Never" /> },
]

/** Lists the grants in the order in which they are spent. */
export function Grants({ credits }: { credits: CreditsQuery }) {
  const list = wholeList(credits, ({ grants }) => grants.map((grant, n) => ({ ...grant, position: n + 1 })))
  return (
    <section aria-labelledby="grants-title">
      <Title order={2} id="grants-title">
        Grants
      </Title>
      <Text c="dimmed" mb="sm">
        In the order they are spent: the first to expire is spent first.
      </Text>
      {!credits.error && (
        <CursorList
          label="Grants in the order they are spent"
          list={list}
          columns={COLUMNS}
          empty={
            <EmptyState icon={StackIcon} title="No credits left" text="Buy a pack or subscribe to a plan to get more.">
              <Button component={Link} href="/billing/buy">
                Buy credits
              </Button>
            </EmptyState>
          }
        />
      )}
    </section>
  )
}
