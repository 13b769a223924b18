import { useLayoutEffect, useRef, useState } from 'react'
import { formatDay, formatHour } from '../../../components/time/time.ts'
import { addDays, toLocal } from '../../../components/time/zoned-time.ts'
import type { Post } from '../../../resources/posts/post-labels.ts'
import { CalendarCell, type CellActions } from './calendar-cell.tsx'
import { type CalendarView, getViewRange } from './calendar-days.ts'
import * as css from './calendar-grid.module.css'
import { getPostTime } from './use-posts-between.ts'

interface Props extends CellActions {
  readonly view: CalendarView
  readonly day: string
  readonly today: string
  /** Local time: `2026-03-29T14:30`. */
  readonly now: string
  readonly posts: readonly Post[]
  readonly zone: string
}

const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'))
/** First hour that is visible without scrolling. */
const MORNING = '07'

/**
 * A month of days or a week of hours. A cell represents a prefix of a local time, `2026-03-29` or `2026-03-29T14`; a post that
 * is moved there keeps the rest of its time.
 */
export function CalendarGrid({ view, day, today, now, posts, zone, ...actions }: Props) {
  const [dragged, setDragged] = useState<string>()
  const { from } = getViewRange(view, day)
  const days = Array.from({ length: view === 'week' ? 7 : 42 }, (_, n) => addDays(from, n))
  const length = view === 'week' ? 13 : 10
  const ordered = posts.toSorted((a, b) => (getPostTime(a) < getPostTime(b) ? -1 : 1))
  const bySlot = Map.groupBy(ordered, (post) => toLocal(getPostTime(post), zone).slice(0, length))
  const cell = (slot: string) => (
    <CalendarCell
      key={slot}
      slot={slot}
      posts={bySlot.get(slot) ?? []}
      zone={zone}
      now={now}
      dragged={dragged}
      onDrag={setDragged}
      isToday={slot === today}
      isOutside={view === 'month' && slot.slice(0, 7) !== day.slice(0, 7)}
      {...actions}
    />
  )
  return (
    <div className={`${css.scroll} is-${view}`} ref={useMorning(view)}>
      <table className={css.grid} aria-label={view === 'week' ? 'Week' : 'Month'}>
        <thead>
          <tr>
            {view === 'week' && (
              <th className={css.hour}>
                <span className="hidden">Hour</span>
              </th>
            )}
            {days.slice(0, 7).map((each) => (
              <th key={each} scope="col" data-today={view === 'week' && each === today ? true : undefined}>
                {formatDay(each, view === 'week' ? { weekday: 'short', day: 'numeric' } : { weekday: 'short' })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {view === 'week'
            ? HOURS.map((hour) => (
                <tr key={hour} data-hour={hour}>
                  <th scope="row" className={`${css.hour} numbers`}>
                    {formatHour(hour)}
                  </th>
                  {days.map((each) => cell(`${each}T${hour}`))}
                </tr>
              ))
            : splitIntoWeeks(days).map((week) => <tr key={week[0]}>{week.map(cell)}</tr>)}
        </tbody>
      </table>
    </div>
  )
}

function splitIntoWeeks(days: readonly string[]): string[][] {
  return Array.from({ length: days.length / 7 }, (_, n) => days.slice(n * 7, n * 7 + 7))
}

function useMorning(view: CalendarView) {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const [box, row, head] = [
      ref.current,
      ref.current?.querySelector('[data-hour]'),
      ref.current?.querySelector('thead'),
    ]
    if (view !== 'week' || !box || !row || !head) return
    box.scrollTop = Number(MORNING) * row.clientHeight
  }, [view])
  return ref
}
