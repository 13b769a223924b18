import { Button, Group, Skeleton, Text } from '@mantine/core'
import { Link } from 'wouter'
import type { Reply } from '../../../api/client.ts'
import { useRead } from '../../../api/hooks.ts'
import { Facts } from '../../../components/facts.tsx'
import { ProblemAlert } from '../../../components/form/problem-alert.tsx'
import { SideDrawer } from '../../../components/side-drawer.tsx'
import { When } from '../../../components/time/when.tsx'
import { actionName } from '../data-labels.ts'
import { Receipt } from '../playground/receipt.tsx'
import { Facts as ResultFacts } from '../result/facts.tsx'
import { summarizeResult, toResultItems } from '../result/shapes.ts'
import * as css from './purchase-drawer.module.css'
import { purchaseTitle } from './purchase-title.ts'

type Purchase = Reply<'purchases.get'>

/** What was bought, with its receipt. */
export function PurchaseDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: purchase, error } = useRead('purchases.get', { params: { id } })
  return (
    <SideDrawer title={purchase ? purchaseTitle(purchase) : 'Purchase'} onClose={onClose}>
      {error && <ProblemAlert problem={error} />}
      {!purchase && !error && <Skeleton height={260} radius={8} />}
      {purchase && <Details purchase={purchase} />}
    </SideDrawer>
  )
}

function Details({ purchase }: { purchase: Purchase }) {
  const { action, query, bought_at, request_id, credits, job_id, withheld } = purchase
  return (
    <div className={css.details}>
      <Facts
        items={[
          ['Action', actionName(action)],
          ['Question', query ? <span dir="auto">{query}</span> : undefined],
          ['Bought', <When key="bought" at={bought_at} isAbsolute />],
        ]}
      />
      {withheld && (
        <Text>
          This person asked not to be found, or is no longer in the directory, so nothing about them is shown.
        </Text>
      )}
      {!withheld && <Result data={purchase.data} />}
      <Group gap="xs">
        {job_id !== null && (
          <Button component={Link} href={`/jobs/${job_id}`} variant="default">
            View job results
          </Button>
        )}
        {job_id === null && !withheld && (
          <Button component={Link} href={`/data?action=${action}&run=${request_id}`} variant="default">
            Open in Lookups
          </Button>
        )}
      </Group>
      <Receipt pages={[{ requestId: request_id, charged: credits }]} />
    </div>
  )
}

function Result({ data }: { data: unknown }) {
  const items = toResultItems(data)
  if (!Array.isArray(data)) return items[0] ? <ResultFacts value={items[0]} /> : null
  return (
    <ul className={css.items} aria-label="Results">
      {items.map((item, at) => (
        <li key={at} dir="auto">
          {summarizeResult(item)}
        </li>
      ))}
    </ul>
  )
}
