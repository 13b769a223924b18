import { Skeleton } from '@mantine/core'
import { BeakerIcon } from '@primer/octicons-react'
import { useRead } from '../../../api/hooks.ts'
import { CopyAs } from '../../../components/copy/copy-as.tsx'
import { ProblemAlert } from '../../../components/form/problem-alert.tsx'
import { EmptyState } from '../../../components/list/empty-state.tsx'
import { Page } from '../../../components/page.tsx'
import { CommentAct } from './comment-act.tsx'
import { ConnectSandbox } from './connect-sandbox.tsx'
import { FaultAct } from './fault-act.tsx'
import { MessageAct } from './message-act.tsx'
import { ReviewAct } from './review-act.tsx'
import { SandboxInboxes } from './sandbox-inboxes.tsx'
import * as css from './sandbox-page.module.css'
import { TokenAct } from './token-act.tsx'
import { useSandboxAccounts } from './use-sandbox.ts'

/** Triggers actions of visitors and faults of the platform on the built-in network. */
export function SandboxPage() {
  return (
    <Page
      title="Sandbox"
      about="A simulated social network on this server. Trigger visitor activity and platform faults to see how your integration handles them. Nothing leaves the server."
      actions={<CopyAs operation="sandbox.list_pages" input={{}} />}
    >
      <SandboxActs />
    </Page>
  )
}

function SandboxActs() {
  const pages = useRead('sandbox.list_pages', { query: { limit: 100 } })
  const accounts = useSandboxAccounts()
  if (pages.error?.status === 404)
    return (
      <EmptyState
        icon={BeakerIcon}
        title="The sandbox is disabled on this server"
        text="In production it is disabled unless the operator sets SANDBOX=yes."
      />
    )
  const problem = pages.error ?? accounts.error
  if (problem) return <ProblemAlert problem={problem} onRetry={accounts.retry} />
  if (accounts.isLoading || !pages.data) return <Skeleton height={560} />
  if (accounts.items.length === 0)
    return (
      <EmptyState
        icon={BeakerIcon}
        title="No sandbox accounts yet"
        text="Connect an account with any username, no password needed. Then you can send it messages and simulate faults."
      >
        <ConnectSandbox />
      </EmptyState>
    )
  return (
    <div className={css.sandbox}>
      <div className={css.column}>
        <MessageAct accounts={accounts.items} />
        <CommentAct />
        <ReviewAct accounts={accounts.items} />
      </div>
      <div className={css.column}>
        <FaultAct accounts={accounts.items} />
        <TokenAct accounts={accounts.items} />
        <SandboxInboxes pages={pages.data.data} accounts={accounts.items} />
      </div>
    </div>
  )
}
