import { MonthView } from '@mantine/schedule'
import { type GridProps, viewPropsOf } from './calendar-events.tsx'

/** A month of days; a post is dragged from day to day and keeps its time. */
export function CalendarMonth(props: GridProps) {
  return (
    <MonthView
      {...viewPropsOf(props)}
      maxEventsPerDay={3}
      weekdayFormat="ddd"
      classNames={{ monthViewDayLabel: 'calendar-day' }}
      getDayProps={(date) => ({ 'data-day': date })}
      onDayClick={(chosen) => props.onNew(`${chosen.slice(0, 10)}T09:00`)}
    />
  )
}
