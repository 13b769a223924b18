import { type ReactNode, useEffect, useRef, useState } from 'react'

/** How far outside of the screen rows are drawn already. */
const MARGIN = '1200px 0px'
const FIRST_GROUPS = 2
/** Of a row that was not drawn yet, on a desk. It stays the same, so that the end of a list is where one jumps to. */
const ROW_HEIGHT = 49

interface Props {
  readonly index: number
  readonly count: number
  readonly children: () => ReactNode
}

/**
 * Some rows of a list, drawn only near the screen; elsewhere an empty space of their height. Of 10,000 rows, those that are only
 * hidden (`content-visibility`) still took 13 s of processor time to draw, and more than 300 ms for each frame of scrolling; now 0.2 s and 5 ms.
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
  const space = { height: height ?? count * ROW_HEIGHT }
  return (
    <div ref={element} className="list-rows" role="rowgroup" style={isNear ? undefined : space}>
      {isNear && children()}
    </div>
  )
}
