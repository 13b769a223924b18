import { WeekView } from '@mantine/schedule'
import { type GridProps, viewPropsOf } from './calendar-events.tsx'

/** A week of hours; a post is dragged to any of them. */
export function CalendarWeek(props: GridProps) {
  return (
    <WeekView
      {...viewPropsOf(props)}
      withAllDaySlots={false}
      startScrollTime="07:00:00"
      slotHeight={44}
      scrollAreaProps={{ mah: 640 }}
      onTimeSlotClick={({ slotStart }) => props.onNew(slotStart.slice(0, 16).replace(' ', 'T'))}
    />
  )
}
