import { useEffect, useState } from 'react'
import { lazyPart } from '../../components/lazy-part.tsx'
import { type Notice, onNotice, watchPresses } from '../../components/notify.ts'

const DrawnNotices = lazyPart(async () => (await import('./drawn-notices.tsx')).DrawnNotices)

/** Shows notices. The code that draws them is loaded with the first one. */
export function Notices() {
  const [notices, setNotices] = useState<readonly Notice[]>([])
  useEffect(() => {
    onNotice((notice) => setNotices((before) => [...before, notice]))
    const stop = watchPresses()
    return () => {
      onNotice(undefined)
      stop()
    }
  }, [])
  return notices.length > 0 && <DrawnNotices notices={notices} />
}
