import { Button, Group } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import { useEffect, useRef, useState } from 'react'
import { ProblemDetails } from '../../components/form/problem-alert.tsx'
import type { Notice } from '../../components/notify.ts'
import { type AnchoredNotice, ProblemPopover } from './problem-popover.tsx'

const LOOKS = {
  good: { color: 'green', autoClose: 4000 },
  info: { color: 'gray', autoClose: 6000 },
  bad: { color: 'red', autoClose: 12_000 },
}
/** Long enough to read the notice and change your mind. */
const UNDO_MS = 10_000

export function DrawnNotices({ notices }: { notices: readonly Notice[] }) {
  const shown = useRef(0)
  const [anchored, setAnchored] = useState<AnchoredNotice>()
  useEffect(() => {
    for (const notice of notices.slice(shown.current)) {
      if (isAnchored(notice)) setAnchored(notice)
      else showInCorner(notice)
    }
    shown.current = notices.length
  }, [notices])
  return (
    <>
      <Notifications position="bottom-right" limit={3} />
      {anchored && <ProblemPopover notice={anchored} onClose={() => setAnchored(undefined)} />}
    </>
  )
}

function isAnchored(notice: Notice): notice is AnchoredNotice {
  return notice.problem !== undefined && notice.pressed !== undefined && notice.pressed.checkVisibility()
}

function showInCorner({ title, message, tone, undo, problem }: Notice): void {
  const id = notifications.show({
    message: undo ? (
      <WithUndo message={message} onUndo={() => takeBack(id, undo)} />
    ) : (
      <>
        {message}
        {problem && <ProblemDetails problem={problem} />}
      </>
    ),
    ...(title !== undefined && { title }),
    ...LOOKS[tone],
    ...(undo && { autoClose: UNDO_MS }),
    closeButtonProps: { 'aria-label': 'Close' },
  })
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
