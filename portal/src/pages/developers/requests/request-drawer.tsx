import { Skeleton, Text, Title } from '@mantine/core'
import { useRead } from '../../../api/hooks.ts'
import { CopyAs } from '../../../components/copy/copy-as.tsx'
import { CopyableId } from '../../../components/copy/copyable-id.tsx'
import { Credits } from '../../../components/credits.tsx'
import { Facts } from '../../../components/facts.tsx'
import { ProblemAlert } from '../../../components/form/problem-alert.tsx'
import { SideDrawer } from '../../../components/side-drawer.tsx'
import { When } from '../../../components/time/when.tsx'
import { ReceiptLines } from './receipt-lines.tsx'
import { ReceiptSources } from './receipt-sources.tsx'
import * as css from './request-drawer.module.css'

interface Props {
  readonly id: string
  readonly getCallerName: (id: string) => string
  readonly onClose: () => void
}

/** The receipt of one call: charges, and the outcome of each source. */
export function RequestDrawer({ id, getCallerName, onClose }: Props) {
  const { data, error, refetch } = useRead('requests.get', { params: { request_id: id } })
  return (
    <SideDrawer title="Receipt" onClose={onClose}>
      {error?.status === 404 && (
        <Text mb="md">
          There is no receipt for <code>{id}</code>. Free calls are not stored, and failed calls are kept for 90 days.
          Calls of another workspace are listed there.
        </Text>
      )}
      {error && <ProblemAlert problem={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton height={420} />}
      {data && (
        <div className="receipt">
          <div className={css.total}>
            <Credits amount={data.credits} />
            <CopyAs operation="requests.get" input={{ params: { request_id: id } }} />
          </div>
          <Facts
            items={[
              ['Time', <When key="time" at={data.created_at} isAbsolute />],
              ['Called by', getCallerName(data.api_key_id)],
              ['Price book', <code key="book">{data.price_book}</code>],
              ['Request ID', <CopyableId key="id" id={data.request_id} label="Copy request ID" />],
              [
                'Hold ID',
                data.hold_id === null ? undefined : <CopyableId key="hold" id={data.hold_id} label="Copy hold ID" />,
              ],
            ]}
          />
          <section aria-labelledby="receipt-lines">
            <Title order={3} id="receipt-lines" mb={8}>
              Charges
            </Title>
            <ReceiptLines receipt={data} />
          </section>
          <section aria-labelledby="receipt-sources">
            <Title order={3} id="receipt-sources" mb={8}>
              Sources
            </Title>
            <ReceiptSources sources={data.sources} />
          </section>
          {data.has_more && (
            <Text c="dimmed">This receipt is truncated. See the results of the job for the cost of each row.</Text>
          )}
        </div>
      )}
    </SideDrawer>
  )
}
