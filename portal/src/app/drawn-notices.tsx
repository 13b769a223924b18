import { Notifications, notifications } from '@mantine/notifications'
import { useEffect, useRef } from 'react'
import type { Notice } from '../components/notify.ts'

const GOOD_MS = 4000
const BAD_MS = 12_000

export function DrawnNotices({ notices }: { notices: readonly Notice[] }) {
  const shown = useRef(0)
  useEffect(() => {
    for (const { title, message, tone } of notices.slice(shown.current))
      notifications.show({
        message,
        ...(title !== undefined && { title }),
        color: tone === 'good' ? 'green' : 'red',
        autoClose: tone === 'good' ? GOOD_MS : BAD_MS,
        closeButtonProps: { 'aria-label': 'Close' },
      })
    shown.current = notices.length
  }, [notices])
  return <Notifications position="bottom-right" limit={3} />
}
