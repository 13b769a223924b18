import { Button } from '@mantine/core'
import { Link } from 'wouter'
import type { ListResult } from '../../../api/hooks.ts'
import { Avatar } from '../../../components/avatar.tsx'
import { CursorItems } from '../../../components/list/cursor-items.tsx'
import { When } from '../../../components/time/when.tsx'
import type { Names } from '../../../resources/accounts/names.ts'
import { PlatformIcon } from '../../../resources/platforms/platform-icon.tsx'
import { personName } from '../people.ts'
import { RowSkeletons } from '../row-skeletons.tsx'
import * as css from './comment-list.module.css'
import { authorPicture, CommentState } from './comment-state.tsx'
import { type Comment, getCommentTime } from './comments.ts'

interface Props {
  readonly list: ListResult<Comment>
  readonly openId: string | undefined
  readonly names: Names
  readonly onClear: () => void
  readonly toHref: (id: string) => string
}

export function CommentList({ list, openId, names, onClear, toHref }: Props) {
  const empty = (
    <div className="engage-none">
      <p>No comments match these filters.</p>
      <Button variant="default" size="xs" onClick={onClear}>
        Show all comments
      </Button>
    </div>
  )
  return (
    <div className="engage-scroll">
      <CursorItems list={list} empty={empty} skeleton={<RowSkeletons />}>
        {(items) => (
          <ul className="engage-rows">
            {items.map((comment) => (
              <li key={comment.id}>
                <Row comment={comment} isOpen={comment.id === openId} names={names} href={toHref(comment.id)} />
              </li>
            ))}
          </ul>
        )}
      </CursorItems>
    </div>
  )
}

interface RowProps {
  readonly comment: Comment
  readonly isOpen: boolean
  readonly names: Names
  readonly href: string
}

function Row({ comment, isOpen, names, href }: RowProps) {
  const { author, body, platform, account_id } = comment
  const name = personName(author)
  return (
    <Link href={href} className="engage-row" aria-current={isOpen || undefined}>
      <Avatar name={name} picture={authorPicture(comment)} badge={<PlatformIcon platform={platform} size={12} />} />
      <span className="engage-row-text">
        <span className="engage-row-head">
          <b className="truncate" dir="auto">
            {name}
          </b>
          <span className="engage-row-time">
            <When at={getCommentTime(comment)} />
          </span>
        </span>
        <span className={css.line} dir="auto">
          {body?.trim() || 'No text'}
        </span>
        <span className="engage-row-head engage-row-where">
          <span className="truncate">
            {names.platform(platform)} · <bdi>{names.account(account_id) ?? 'Account'}</bdi>
          </span>
          <CommentState comment={comment} />
        </span>
      </span>
    </Link>
  )
}
