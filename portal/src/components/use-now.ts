import { useEffect, useState } from 'react'

/** The time, again and again; it stands still while `isRunning` is false. */
export function useNow(everyMs: number, isRunning = true): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs, isRunning])
  return now
}
