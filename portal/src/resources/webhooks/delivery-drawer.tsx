import { Group, Skeleton, Title } from '@mantine/core'
import { SyncIcon } from '@primer/octicons-react'
import { Link } from 'wouter'
import { useRead, useWrite } from '../../api/hooks.ts'
import { CodeBlock, prettyJson } from '../../components/copy/code-block.tsx'
import { CopyAs } from '../../components/copy/copy-as.tsx'
import { CopyableId } from '../../components/copy/copyable-id.tsx'
import { Facts } from '../../components/facts.tsx'
import { ProblemAlert } from '../../components/form/problem-alert.tsx'
import { WriteButton } from '../../components/form/write-button.tsx'
import { showDone, showProblem } from '../../components/notify.ts'
import { SideDrawer } from '../../components/side-drawer.tsx'
import { When } from '../../components/time/when.tsx'
import { DeliveryAttempts } from './delivery-attempts.tsx'
import * as css from './delivery-drawer.module.css'
import { isWaiting } from './delivery-labels.ts'
import { DeliveryStatus } from './delivery-status.tsx'
import { useWebhookNames, useWebhookPath } from './use-webhooks.ts'

/** One delivery with its body, its attempts, and a button to redrive it. */
export function DeliveryDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const getWebhookName = useWebhookNames()
  const getWebhookPath = useWebhookPath()
  const { data, error, refetch } = useRead(
    'webhook_deliveries.get',
    { params: { id } },
    { everySeconds: (latest) => (isWaiting(latest) ? 1 : 5) },
  )
  const redrive = useWrite('webhook_deliveries.redrive', {
    changes: ['webhooks'],
    onSuccess: () => showDone('Delivery redriven'),
  })
  return (
    <SideDrawer title={data ? <code>{data.event_type}</code> : 'Delivery'} onClose={onClose}>
      {error && <ProblemAlert problem={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton height={420} />}
      {data && (
        <div className={css.delivery}>
          <Facts
            items={[
              ['Status', <DeliveryStatus key="state" delivery={data} />],
              [
                'Endpoint',
                <Link key="endpoint" href={getWebhookPath(data.endpoint_id)}>
                  {getWebhookName(data.endpoint_id)}
                </Link>,
              ],
              ['Event time', <When key="at" at={data.created_at} isAbsolute />],
              ['Event ID', <CopyableId key="event" id={data.event_id} label="Copy event ID" />],
              ['Delivery ID', <CopyableId key="delivery" id={data.id} label="Copy delivery ID" />],
            ]}
          />
          <Group gap="xs">
            <CopyAs operation="webhook_deliveries.get" input={{ params: { id } }} />
            <WriteButton
              leftSection={<SyncIcon size={16} />}
              loading={redrive.isPending}
              reason={data.status === 'dead' ? undefined : 'Only dead deliveries can be redriven.'}
              onClick={() => redrive.mutate({ params: { id } }, { onError: showProblem })}
            >
              Redrive
            </WriteButton>
          </Group>
          <DeliveryAttempts delivery={data} />
          <section aria-labelledby="delivery-body">
            <Title order={3} id="delivery-body" mb={8}>
              Payload
            </Title>
            <CodeBlock label="Request body" text={prettyJson(data.body)} />
          </section>
        </div>
      )}
    </SideDrawer>
  )
}
