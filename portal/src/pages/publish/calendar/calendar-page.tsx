import { ActionIcon, Button, NativeSelect, SegmentedControl, Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { ChevronLeftIcon, ChevronRightIcon, PencilIcon } from '@primer/octicons-react'
import { useLocation } from 'wouter'
import { useReadOnlyReason } from '../../../app/session.ts'
import { ProblemAlert } from '../../../components/form/problem-alert.tsx'
import { WriteButton } from '../../../components/form/write-button.tsx'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { useFilters } from '../../../components/list/use-filters.ts'
import { showReason } from '../../../components/notify.ts'
import { Page } from '../../../components/page.tsx'
import { userTimeZone } from '../../../components/time/time.ts'
import { useNow } from '../../../components/time/use-now.ts'
import { ZoneNote } from '../../../components/time/zone-note.tsx'
import { toInstant, toLocal } from '../../../components/time/zoned-time.ts'
import { useProfiles } from '../../../resources/accounts/names.ts'
import { useMovePost } from '../use-move-post.ts'
import { Agenda } from './agenda.tsx'
import { type CalendarView, formatViewTitle, getViewRange, stepDay } from './calendar-days.ts'
import { CalendarGrid } from './calendar-grid.tsx'
import * as css from './calendar-page.module.css'
import { usePostsBetween } from './use-posts-between.ts'

const PostDialog = lazyPart(async () => (await import('./post-dialog.tsx')).PostDialog)

const MINUTE_MS = 60_000
/** Heights of the rendered views, so that the layout does not shift. */
const HEIGHTS = { month: 714, week: 680 }

/** The posts by month or week; on phones as a list of days. */
export function CalendarPage() {
  const { values, set } = useFilters(['view', 'day', 'profile', 'post'])
  const isPhone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  const view: CalendarView = values.view === 'week' ? 'week' : 'month'
  const zone = userTimeZone()
  const now = toLocal(new Date(useNow(MINUTE_MS)), zone)
  const today = now.slice(0, 10)
  const day = /^\d{4}-\d{2}-\d{2}$/.test(values.day) ? values.day : today
  const { from, to } = getViewRange(view, day)
  const list = usePostsBetween(from, to, values.profile)
  const profiles = useProfiles().items
  const reason = useReadOnlyReason()
  const move = useMovePost()
  const [, navigate] = useLocation()
  const posts = list.posts.map((post) =>
    move.pending?.id === post.id ? { ...post, scheduled_at: move.pending.at } : post,
  )
  const open = posts.find(({ id }) => id === values.post)
  return (
    <Page
      title="Calendar"
      width="full"
      actions={
        <WriteButton href="/compose" leftSection={<PencilIcon size={16} />}>
          Write a post
        </WriteButton>
      }
    >
      <div className={css.bar}>
        <div className={css.steps}>
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={`Previous ${view}`}
            onClick={() => set('day', stepDay(view, day, -1))}
          >
            <ChevronLeftIcon size={16} />
          </ActionIcon>
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={`Next ${view}`}
            onClick={() => set('day', stepDay(view, day, 1))}
          >
            <ChevronRightIcon size={16} />
          </ActionIcon>
          <Button variant="default" onClick={() => set('day', '')} disabled={day === today}>
            Today
          </Button>
          <h2 aria-live="polite">{formatViewTitle(view, day)}</h2>
        </div>
        <div className={css.steps}>
          {profiles.length > 1 && (
            <NativeSelect
              aria-label="Profile"
              value={values.profile}
              onChange={({ currentTarget }) => set('profile', currentTarget.value)}
              data={[
                { value: '', label: 'All profiles' },
                ...profiles.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
          )}
          <SegmentedControl
            aria-label="View"
            value={view}
            onChange={(value) => set('view', value)}
            data={[
              { value: 'month', label: 'Month' },
              { value: 'week', label: 'Week' },
            ]}
          />
        </div>
      </div>
      <p className={`dimmed ${css.zone}`}>
        <ZoneNote />
        {reason && ` Posts cannot be rescheduled: ${reason}`}
      </p>
      {list.error && <ProblemAlert problem={list.error} onRetry={list.retry} />}
      {list.isLoading && <Skeleton height={isPhone ? 320 : HEIGHTS[view]} radius={10} />}
      {!list.isLoading && !list.error && isPhone && (
        <Agenda posts={posts} zone={zone} onOpen={(id) => set('post', id)} />
      )}
      {!list.isLoading && !list.error && !isPhone && (
        <CalendarGrid
          view={view}
          day={day}
          today={today}
          now={now}
          posts={posts}
          zone={zone}
          reason={reason}
          onOpen={(id) => set('post', id)}
          onNew={(local) => navigate(`/compose?at=${local}`)}
          onMore={(each) => navigate(`/calendar?view=week&day=${each}`)}
          onMove={(id, local) => {
            const post = posts.find((each) => each.id === id)
            const at = toInstant(local, zone)
            if (Date.parse(at) <= Date.now()) showReason('A post cannot be moved to a time in the past.')
            else if (post) move.to(post, at)
          }}
        />
      )}
      {open && <PostDialog post={open} onClose={() => set('post', '')} />}
    </Page>
  )
}
