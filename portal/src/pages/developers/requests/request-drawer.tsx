import { Skeleton, Text, Title } from '@mantine/core'
import type { Reply } from '../../../api/client.ts'
import { useRead } from '../../../api/hooks.ts'
import { CodeBlock, prettyJson } from '../../../components/copy/code-block.tsx'
import { CopyAs } from '../../../components/copy/copy-as.tsx'
import { CopyableId } from '../../../components/copy/copyable-id.tsx'
import { Credits } from '../../../components/credits.tsx'
import { Facts } from '../../../components/facts.tsx'
import { ProblemAlert } from '../../../components/form/problem-alert.tsx'
import { SideDrawer } from '../../../components/side-drawer.tsx'
import { StatusBadge } from '../../../components/status-badge.tsx'
import { When } from '../../../components/time/when.tsx'
import { ReceiptLines } from './receipt-lines.tsx'
import { ReceiptSources } from './receipt-sources.tsx'
import * as css from './request-drawer.module.css'
import { describeStatus, formatDuration, formatSize, nameCaller, toCurl } from './request-labels.ts'

interface Props {
  readonly id: string
  readonly onClose: () => void
}

type LoggedRequest = Reply<'requests.get'>

/** One request: what the log has, the error that it got, and the receipt of a metered call. */
export function RequestDrawer({ id, onClose }: Props) {
  const { data, error, refetch } = useRead('requests.get', { params: { request_id: id } })
  return (
    <SideDrawer title="Request" onClose={onClose}>
      {error?.status === 404 && (
        <Text mb="md">
          There is no request <code>{id}</code> in this workspace, or it is no longer kept. A request appears about a
          second after its response.
        </Text>
      )}
      {error && <ProblemAlert problem={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton height={420} />}
      {data && (
        <div className="receipt">
          <Summary request={data} />
          {data.error_body !== null && <ErrorBody text={data.error_body} />}
          {data.price_book !== '' && <Receipt request={data} />}
          {data.method !== null && data.path !== null && (
            <section aria-labelledby="request-command">
              <Title order={3} id="request-command" mb={8}>
                Repeat it
              </Title>
              <CodeBlock label="Command" text={toCurl(data.method, data.path, location.origin)} />
              <Text size="sm" c="dimmed" mt={4}>
                Queries and request bodies are not stored.
              </Text>
            </section>
          )}
        </div>
      )}
    </SideDrawer>
  )
}

function Summary({ request }: { request: LoggedRequest }) {
  const { method, path, status, ms, mode, client_request_id: clientId } = request
  return (
    <>
      {method !== null && (
        <p className={css.request}>
          <b>{method}</b> {path}
        </p>
      )}
      <Facts
        items={[
          [
            'Status',
            status === null ? undefined : <StatusBadge key="s" status={`${status}`} {...describeStatus(status)} />,
          ],
          ['Time', <When key="time" at={request.created_at} isAbsolute />],
          ['Duration', ms === null ? undefined : formatDuration(ms)],
          ['Called by', nameCaller(request.caller)],
          ['Mode', mode === null ? undefined : mode === 'test' ? 'Test' : 'Live'],
          ['Operation', request.operation === null ? undefined : <Operation key="op" id={request.operation} />],
          ['Request size', showSize(request.request_bytes)],
          ['Response size', showSize(request.response_bytes)],
          ['Request ID', <CopyableId key="id" id={request.request_id} label="Copy request ID" />],
          [
            'Your request ID',
            clientId === null ? undefined : <CopyableId key="own" id={clientId} label="Copy your request ID" />,
          ],
        ]}
      />
    </>
  )
}

function showSize(bytes: number | null): string | undefined {
  return bytes === null ? undefined : formatSize(bytes)
}

function Operation({ id }: { id: string }) {
  return (
    <a href={`/docs#${id}`} target="_blank" rel="noreferrer">
      {id}
    </a>
  )
}

function ErrorBody({ text }: { text: string }) {
  return (
    <section aria-labelledby="request-error">
      <Title order={3} id="request-error" mb={8}>
        Response
      </Title>
      <CodeBlock label="Response body" text={prettyJson(text)} />
    </section>
  )
}

function Receipt({ request }: { request: LoggedRequest }) {
  const { hold_id: holdId } = request
  return (
    <>
      <div className={css.total}>
        <Credits amount={request.credits} />
        <CopyAs operation="requests.get" input={{ params: { request_id: request.request_id } }} />
      </div>
      <Facts
        items={[
          ['Price book', <code key="book">{request.price_book}</code>],
          ['Hold ID', holdId === null ? undefined : <CopyableId key="hold" id={holdId} label="Copy hold ID" />],
        ]}
      />
      <section aria-labelledby="receipt-lines">
        <Title order={3} id="receipt-lines" mb={8}>
          Charges
        </Title>
        <ReceiptLines receipt={request} />
      </section>
      <section aria-labelledby="receipt-sources">
        <Title order={3} id="receipt-sources" mb={8}>
          Sources
        </Title>
        <ReceiptSources sources={request.sources} />
      </section>
      {request.has_more && (
        <Text c="dimmed">This receipt is truncated. See the results of the job for the cost of each row.</Text>
      )}
    </>
  )
}
