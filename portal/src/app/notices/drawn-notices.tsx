import { Button, Group } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import { useEffect, useRef } from 'react'
import type { Notice } from '../../components/notify.ts'

const LOOKS = {
  good: { color: 'green', autoClose: 4000 },
  info: { color: 'gray', autoClose: 6000 },
  bad: { color: 'red', autoClose: 12_000 },
}
/** Long enough to read the notice and change your mind. */
const UNDO_MS = 10_000

export function DrawnNotices({ notices }: { notices: readonly Notice[] }) {
  const shown = useRef(0)
  useEffect(() => {
    for (const { title, message, tone, undo } of notices.slice(shown.current)) {
      const id = notifications.show({
        message: undo ? <WithUndo message={message} onUndo={() => takeBack(id, undo)} /> : message,
        ...(title !== undefined && { title }),
        ...LOOKS[tone],
        ...(undo && { autoClose: UNDO_MS }),
        closeButtonProps: { 'aria-label': 'Close' },
      })
    }
    shown.current = notices.length
  }, [notices])
  return <Notifications position="bottom-right" limit={3} />
}

function takeBack(id: string, undo: () => void): void {
  notifications.hide(id)
  undo()
}

function WithUndo({ message, onUndo }: { message: string; onUndo: () => void }) {
  return (
    <Group justify="space-between" wrap="nowrap">
      {message}
      <Button flex="none" size="compact-sm" variant="default" onClick={onUndo}>
        Undo
      </Button>
    </Group>
  )
}
