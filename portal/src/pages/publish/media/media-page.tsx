import { NativeSelect, Skeleton } from '@mantine/core'
import { ImageIcon } from '@primer/octicons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'wouter'
import { useList, useRead } from '../../../api/hooks.ts'
import { useReachesWorkspace, useReadOnlyReason } from '../../../app/session.ts'
import { CopyAs } from '../../../components/copy/copy-as.tsx'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { CursorItems } from '../../../components/list/cursor-items.tsx'
import { EmptyState, NoMatches } from '../../../components/list/empty-state.tsx'
import { useFilters } from '../../../components/list/use-filters.ts'
import { Page } from '../../../components/page.tsx'
import { useUploads } from '../../../resources/posts/use-uploads.ts'
import { DropZone } from '../drop-zone.tsx'
import { UploadList } from '../upload-list.tsx'
import { MediaCard } from './media-card.tsx'
import { isBeingRead, type MediaAsset } from './media-labels.ts'
import * as css from './media-page.module.css'
import { MediaUsage } from './media-usage.tsx'

const MediaDialog = lazyPart(async () => (await import('./media-dialog.tsx')).MediaDialog)

const STATES = [
  { value: '', label: 'All files' },
  { value: 'ready', label: 'Ready' },
  { value: 'pending', label: 'Pending' },
  { value: 'failed', label: 'Failed' },
]

/** Lists the images, videos and files of the workspace. */
export function MediaPage() {
  const filters = useFilters(['status'])
  const status = STATES.find(({ value }) => value === filters.values.status)?.value as
    | MediaAsset['status']
    | ''
    | undefined
  const query = { limit: 50, ...(status && { status }) }
  const list = useList('media.list', { query }, { everySeconds: (all) => (all.some(isBeingRead) ? 1 : undefined) })
  const queries = useQueryClient()
  const reason = useReadOnlyReason()
  const reachesWorkspace = useReachesWorkspace()
  const uploads = useUploads(() => {
    void queries.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[1]).startsWith('media.') })
  })
  const [params, setParams] = useSearchParams()
  const openId = params.get('open')
  const open = (id: string | null) =>
    setParams((before) => {
      const next = new URLSearchParams(before)
      if (id === null) next.delete('open')
      else next.set('open', id)
      return next
    })
  return (
    <Page
      title="Media"
      about="Images, videos and files for posts and messages. Each is checked against the rules of every platform."
      actions={<CopyAs operation="media.list" input={{ query }} />}
    >
      <div className={css.top}>
        {reason === undefined ? (
          <DropZone title="Add files" about="Drop files here, or click to browse." onFiles={uploads.add} />
        ) : (
          <p className={`${css.reason} dimmed`}>{reason}</p>
        )}
        {reachesWorkspace && <MediaUsage />}
      </div>
      <UploadList {...uploads} />
      <NativeSelect
        className={css.filter}
        label="Status"
        value={filters.values.status}
        data={STATES}
        onChange={({ currentTarget }) => filters.set('status', currentTarget.value)}
      />
      <CursorItems
        list={list}
        skeleton={<GridSkeleton />}
        empty={
          filters.isAny ? (
            <NoMatches of="files" text="No files have this status." onClear={filters.clear} />
          ) : (
            <EmptyState
              icon={ImageIcon}
              title="No files yet"
              text="Drop files above, or add them to a post. Programs can upload files or URLs."
            />
          )
        }
      >
        {(items) => (
          <ul className={css.grid} aria-label="Files">
            {items.map((media) => (
              <MediaCard key={media.id} media={media} onOpen={() => open(media.id)} />
            ))}
          </ul>
        )}
      </CursorItems>
      {openId !== null && <OpenMedia id={openId} onClose={() => open(null)} />}
    </Page>
  )
}

function OpenMedia({ id, onClose }: { id: string; onClose: () => void }) {
  const { data } = useRead('media.get', { params: { id } })
  return data ? <MediaDialog media={data} onClose={onClose} /> : null
}

function GridSkeleton() {
  return (
    <div className={css.grid} aria-hidden>
      {Array.from({ length: 8 }, (_, n) => (
        <Skeleton key={n} height={232} radius={10} />
      ))}
    </div>
  )
}
