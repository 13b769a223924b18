import { userTimeZone } from './time.ts'

/** Names the time zone of the times on a page. */
export function ZoneNote() {
  return <>Times are in {userTimeZone().replaceAll('_', ' ')}.</>
}
