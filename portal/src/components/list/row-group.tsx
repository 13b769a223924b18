import { type ReactNode, useEffect, useRef, useState } from 'react'
import { readDensity } from '../density.ts'
import { usePrinting } from '../use-printing.ts'

/** Distance from the screen within which rows are rendered. */
const MARGIN = '1200px 0px'
const FIRST_GROUPS = 2
/** Assumed height of a row that was not rendered yet, on desktops. It is constant, so that jumping to the end of a list works. */
const ROW_HEIGHTS = { comfortable: 41, compact: 33 }

interface Props {
  readonly index: number
  readonly count: number
  readonly children: () => ReactNode
}

/**
 * A group of rows that is rendered only near the screen or on paper; elsewhere a blank space of the same height takes its
 * place. With 10,000 rows, `content-visibility` alone took 13 s of processor time to render and more than 300 ms for each frame
 * of scrolling; now 0.2 s and 5 ms.
 */
export function RowGroup({ index, count, children }: Props) {
  const element = useRef<HTMLDivElement>(null)
  const [height, setHeight] = useState<number>()
  const [isNear, setNear] = useState(index < FIRST_GROUPS)
  useEffect(() => {
    const group = element.current
    if (!group) return
    const observer = new IntersectionObserver(
      (entries) => {
        const latest = entries.at(-1)
        if (!latest) return
        if (!latest.isIntersecting && group.childElementCount > 0) {
          setHeight(latest.boundingClientRect.height)
        }
        setNear(latest.isIntersecting)
      },
      { rootMargin: MARGIN },
    )
    observer.observe(group)
    return () => observer.disconnect()
  }, [])
  const isShown = usePrinting() || isNear
  const space = { height: height ?? count * ROW_HEIGHTS[readDensity()] }
  return (
    <div ref={element} className="list-rows" role="rowgroup" style={isShown ? undefined : space}>
      {isShown && children()}
    </div>
  )
}
