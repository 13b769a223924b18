import { Skeleton, Text, Title } from '@mantine/core'
import { useRead } from '../../../api/hooks.ts'
import { ProblemAlert } from '../../../components/form/problem-alert.tsx'
import { When } from '../../../components/time/when.tsx'
import type { OpenAction } from '../result/ask.ts'
import { ResultView } from '../result/result-view.tsx'
import { toResultItems } from '../result/shapes.ts'
import * as css from './earlier-purchase.module.css'
import { Receipt } from './receipt.tsx'
import type { EarlierPurchase as Purchase } from './use-estimate.ts'

interface Props {
  readonly purchase: Purchase
  readonly ask: OpenAction
}

/** Shows, before a repeat is charged, what the workspace has from the last time. */
export function EarlierPurchase({ purchase: { id, bought_at }, ask }: Props) {
  const { data, error } = useRead('purchases.get', { params: { id } })
  const items = toResultItems(data?.data)
  return (
    <section className={css.earlier} aria-labelledby="earlier-title">
      <div role="status">
        <Title order={2} id="earlier-title">
          You have had this since <When at={bought_at} isAbsolute />
        </Title>
        <Text c="dimmed" size="sm">
          Reading it again is free. You only pay if you buy it again.
        </Text>
      </div>
      {error && <ProblemAlert problem={error} />}
      {!data && !error && <Skeleton height={180} radius={8} />}
      {items.length > 0 && <ResultView items={items} isList={Array.isArray(data?.data)} ask={ask} />}
      {data && <Receipt pages={[{ requestId: data.request_id, charged: data.credits }]} />}
    </section>
  )
}
