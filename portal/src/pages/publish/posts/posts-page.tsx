import { PaperAirplaneIcon, PencilIcon } from '@primer/octicons-react'
import { Link } from 'wouter'
import { useList } from '../../../api/hooks.ts'
import { CopyAs } from '../../../components/copy/copy-as.tsx'
import { WriteButton } from '../../../components/form/write-button.tsx'
import { type Column, CursorList } from '../../../components/list/cursor-list.tsx'
import { EmptyState, NoMatches } from '../../../components/list/empty-state.tsx'
import { Page } from '../../../components/page.tsx'
import { StatusBadge } from '../../../components/status-badge.tsx'
import { When } from '../../../components/time/when.tsx'
import { ZoneNote } from '../../../components/time/zone-note.tsx'
import { type Names, useNames } from '../../../resources/accounts/names.ts'
import { isMoving, type Post } from '../../../resources/posts/post-labels.ts'
import { PostThumb } from '../../../resources/posts/post-thumb.tsx'
import { TargetNames } from '../../../resources/posts/target-names.tsx'
import { PostFilters } from './post-filters.tsx'
import * as css from './posts-page.module.css'
import { usePostFilters } from './use-post-filters.ts'

/** Lists all posts. */
export function PostsPage() {
  const { query, ...filters } = usePostFilters()
  const list = useList(
    'posts.list',
    { query: { limit: 50, ...query } },
    { everySeconds: (posts) => (posts.some(isMoving) ? 1 : 15) },
  )
  const names = useNames()
  const compose = (
    <WriteButton href="/compose" leftSection={<PencilIcon size={16} />}>
      Write a post
    </WriteButton>
  )
  const empty = filters.isAny ? (
    <NoMatches of="posts" onClear={filters.clear} />
  ) : (
    <EmptyState
      icon={PaperAirplaneIcon}
      title="No posts yet"
      text="Write a post, select accounts, and publish. To try it out, use the sandbox."
    >
      {compose}
    </EmptyState>
  )
  return (
    <Page
      title="Posts"
      about={
        <>
          Published, scheduled and failed posts. <ZoneNote />
        </>
      }
      actions={
        <>
          <CopyAs operation="posts.list" input={{ query }} />
          {compose}
        </>
      }
    >
      <PostFilters {...filters} />
      <CursorList label="Posts" list={list} columns={buildColumns(names)} empty={empty} />
    </Page>
  )
}

function buildColumns(names: Names): Column<Post>[] {
  return [
    {
      title: 'Post',
      width: '2.8fr',
      render: ({ id, content, media_ids }) => (
        <span className={css.post}>
          <PostThumb mediaIds={media_ids} />
          <Link href={`/posts/${id}`} className="row-link posts-text" dir="auto">
            {content.trim() || 'No text'}
          </Link>
        </span>
      ),
    },
    { title: 'Accounts', width: '1.6fr', render: ({ targets }) => <TargetNames targets={targets} names={names} /> },
    { title: 'Profile', width: '1.2fr', render: ({ profile_id }) => <bdi>{names.profile(profile_id)}</bdi> },
    { title: 'Status', width: '1.5fr', render: ({ status }) => <StatusBadge status={status} /> },
    {
      title: 'Time',
      width: '1.5fr',
      render: ({ scheduled_at, created_at, status }) => (
        <When at={scheduled_at ?? created_at} isAbsolute={status === 'scheduled'} />
      ),
    },
  ]
}
