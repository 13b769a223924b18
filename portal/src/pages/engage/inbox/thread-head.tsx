import { Skeleton, Title } from '@mantine/core'
import { ArrowLeftIcon, CheckIcon, CodeIcon, InboxIcon, KebabHorizontalIcon, UnreadIcon } from '@primer/octicons-react'
import { Link } from 'wouter'
import { useWrite } from '../../../api/hooks.ts'
import { asCurl } from '../../../api/snippets.ts'
import { useReadOnlyReason } from '../../../app/session.ts'
import { Avatar } from '../../../components/avatar.tsx'
import { useCopy } from '../../../components/copy/use-copy.ts'
import { Dropdown, DropdownItem } from '../../../components/dropdown.tsx'
import { WriteButton } from '../../../components/form/write-button.tsx'
import { showProblem } from '../../../components/notify.ts'
import type { Names } from '../../../resources/accounts/names.ts'
import { PlatformIcon } from '../../../resources/platforms/platform-icon.tsx'
import { hasPicture, personHandle } from '../people.ts'
import type { Conversation } from './conversations.ts'

interface Props {
  readonly conversation: Conversation | undefined
  readonly name: string
  readonly names: Names
  readonly backHref: string
  readonly onFinish: (conversation: Conversation) => void
  readonly onClose: () => void
}

export function ThreadHead({ conversation, name, names, backHref, onFinish, onClose }: Props) {
  return (
    <header className="engage-head">
      <Link href={backHref} className="icon-button engage-back" aria-label="Back to conversations">
        <ArrowLeftIcon size={16} />
      </Link>
      {conversation ? (
        <Person conversation={conversation} name={name} names={names} />
      ) : (
        <Skeleton height={36} width={180} />
      )}
      {conversation && <Actions conversation={conversation} onFinish={onFinish} onClose={onClose} />}
    </header>
  )
}

function Person({ conversation, name, names }: Pick<Props, 'name' | 'names'> & { conversation: Conversation }) {
  const { id, participant, platform, account_id } = conversation
  const picture = { operation: 'conversations.avatar' as const, input: { params: { id } } }
  const handle = personHandle(participant)
  return (
    <>
      <Avatar
        name={name}
        picture={hasPicture(participant) ? picture : undefined}
        badge={<PlatformIcon platform={platform} size={12} />}
      />
      <div className="engage-who">
        <Title order={2} className="truncate" dir="auto">
          {name}
        </Title>
        <div className="dimmed truncate">
          {handle && `${handle} · `}
          {names.platform(platform)} · <bdi>{names.account(account_id) ?? 'Account'}</bdi>
        </div>
      </div>
    </>
  )
}

function Actions({
  conversation,
  onFinish,
  onClose,
}: Pick<Props, 'onFinish' | 'onClose'> & { conversation: Conversation }) {
  const { id, status } = conversation
  const { copy } = useCopy()
  const unread = useWrite('conversations.unread', { changes: ['session'] })
  const markUnread = () => {
    // An open conversation would be marked as read again.
    onClose()
    unread.mutate({ params: { id } }, { onError: showProblem })
  }
  const isOpen = status === 'open'
  return (
    <>
      <WriteButton
        variant="default"
        size="xs"
        leftSection={isOpen ? <CheckIcon size={14} /> : <InboxIcon size={14} />}
        onClick={() => onFinish(conversation)}
      >
        {isOpen ? 'Close' : 'Reopen'}
      </WriteButton>
      <Dropdown className="icon-button" label="More" button={<KebabHorizontalIcon size={16} />}>
        <DropdownItem icon={UnreadIcon} onClick={markUnread} reason={useReadOnlyReason()}>
          Mark as unread
        </DropdownItem>
        <DropdownItem
          icon={CodeIcon}
          onClick={() => void copy(asCurl('conversations.list_messages', { params: { id } }, location.origin))}
        >
          Copy as curl
        </DropdownItem>
      </Dropdown>
    </>
  )
}
