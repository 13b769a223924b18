import { Button } from '@mantine/core'
import { Link } from 'wouter'
import type { ListResult } from '../../../api/hooks.ts'
import { Avatar } from '../../../components/avatar.tsx'
import { CursorItems } from '../../../components/list/cursor-items.tsx'
import type { Filters } from '../../../components/list/use-filters.ts'
import { When } from '../../../components/time/when.tsx'
import type { Names } from '../../../resources/accounts/names.ts'
import { PlatformIcon } from '../../../resources/platforms/platform-icon.tsx'
import { hasPicture, personName } from '../people.ts'
import { RowSkeletons } from '../row-skeletons.tsx'
import { type Conversation, formatMessagePreview, isFailed } from './conversations.ts'
import type { InboxFilterName } from './use-inbox.ts'

interface Props {
  readonly list: ListResult<Conversation>
  readonly openId: string | undefined
  readonly names: Names
  readonly filters: Filters<InboxFilterName>
  readonly toHref: (id: string) => string
}

export function ConversationList({ list, openId, names, filters, toHref }: Props) {
  const empty = (
    <div className="engage-none">
      <p>No conversations match these filters.</p>
      <Button variant="default" size="xs" onClick={filters.clear}>
        Show all conversations
      </Button>
    </div>
  )
  return (
    <div className="engage-scroll">
      <CursorItems list={list} empty={empty} skeleton={<RowSkeletons />}>
        {(items) => (
          <ul className="engage-rows">
            {items.map((conversation) => (
              <li key={conversation.id}>
                <ConversationRow
                  conversation={conversation}
                  isOpen={conversation.id === openId}
                  names={names}
                  href={toHref(conversation.id)}
                />
              </li>
            ))}
          </ul>
        )}
      </CursorItems>
    </div>
  )
}

interface RowProps {
  readonly conversation: Conversation
  readonly isOpen: boolean
  readonly names: Names
  readonly href: string
}

function ConversationRow({ conversation, isOpen, names, href }: RowProps) {
  const { id, account_id, platform, participant, unread_count, last_message_at, created_at } = conversation
  const name = personName(participant)
  const isUnread = unread_count > 0
  const picture = hasPicture(participant)
    ? { operation: 'conversations.avatar' as const, input: { params: { id } } }
    : undefined
  return (
    <Link href={href} className="engage-row" aria-current={isOpen || undefined} data-unread={isUnread || undefined}>
      <Avatar name={name} picture={picture} badge={<PlatformIcon platform={platform} size={12} />} />
      <span className="engage-row-text">
        <span className="engage-row-head">
          <b className="truncate" dir="auto">
            {name}
          </b>
          <span className="engage-row-time">
            <When at={last_message_at ?? created_at} />
          </span>
        </span>
        <span className="engage-row-head">
          <span className={isFailed(conversation) ? 'truncate is-failed' : 'truncate'} dir="auto">
            {formatMessagePreview(conversation)}
          </span>
          {isUnread && (
            <span className="nav-badge numbers">
              {unread_count}
              <span className="hidden"> unread</span>
            </span>
          )}
        </span>
        <span className="engage-row-where truncate">
          {names.platform(platform)} · <bdi>{names.account(account_id) ?? 'Account'}</bdi>
        </span>
      </span>
    </Link>
  )
}
