import { useHotkeys } from '@mantine/hooks'
import { useState } from 'react'
import { useMayWrite } from '../../../app/session.ts'
import { CopyAs } from '../../../components/copy/copy-as.tsx'
import { ProblemAlert } from '../../../components/form/problem-alert.tsx'
import { Page } from '../../../components/page.tsx'
import { useNames } from '../../../resources/accounts/names.ts'
import { findNeighbour } from '../use-open-item.ts'
import { ConversationList } from './conversation-list.tsx'
import type { Conversation } from './conversations.ts'
import { InboxFilters } from './inbox-filters.tsx'
import { NoMessages } from './no-messages.tsx'
import { NothingOpen } from './nothing-open.tsx'
import { Thread } from './thread.tsx'
import { useArchive } from './use-archive.ts'
import { useInbox } from './use-inbox.ts'

/** Lists the conversations of the connected accounts, with the open one beside them; phones show one of the two. */
export function InboxPage() {
  const { filters, query, list, items, openId, opened, problem, retry, toHref, open } = useInbox()
  const names = useNames()
  const mayWrite = useMayWrite()
  const archive = useArchive()
  const [replies, setReplies] = useState(0)
  /** Opens the next conversation, because this one leaves the list. */
  const finish = (conversation: Conversation) => {
    const next = findNeighbour(items, conversation.id, 1) ?? findNeighbour(items, conversation.id, -1)
    archive(conversation, conversation.status === 'open' ? 'archived' : 'open')
    open(next?.id)
  }
  const go = (step: 1 | -1) => {
    const next = findNeighbour(items, openId, step)
    if (next) open(next.id)
  }
  useHotkeys([
    ['j', () => go(1)],
    ['k', () => go(-1)],
    ['e', () => opened && mayWrite && finish(opened)],
    ['r', () => setReplies((count) => count + 1)],
  ])
  const isEmpty = !list.isLoading && !list.error && items.length === 0 && !filters.isAny && openId === undefined
  return (
    <Page
      title="Inbox"
      about="Messages to your accounts, newest first."
      width="full"
      actions={<CopyAs operation="conversations.list" input={{ query }} />}
    >
      <div className="engage" data-open={openId === undefined ? undefined : true}>
        <section className="engage-list" aria-label="Conversations">
          <InboxFilters {...filters} />
          {!isEmpty && (
            <ConversationList
              list={{ ...list, items }}
              openId={openId}
              names={names}
              filters={filters}
              toHref={toHref}
            />
          )}
        </section>
        {isEmpty ? (
          <div className="engage-pane engage-blank">
            <NoMessages onShowClosed={() => filters.set('show', 'archived')} />
          </div>
        ) : openId === undefined ? (
          <NothingOpen />
        ) : problem ? (
          <div className="engage-pane engage-problem">
            <ProblemAlert problem={problem} onRetry={retry} />
          </div>
        ) : (
          <Thread
            key={openId}
            id={openId}
            conversation={opened}
            names={names}
            backHref={toHref(undefined)}
            replies={replies}
            onFinish={finish}
            onClose={() => open(undefined)}
          />
        )}
      </div>
    </Page>
  )
}
