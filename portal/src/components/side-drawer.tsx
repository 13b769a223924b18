import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props {
  readonly title: ReactNode
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Shows one item beside its list, on phones over the whole screen. Use it inside a `lazyPart`. */
export function SideDrawer({ title, onClose, children }: Props) {
  return (
    <Drawer opened onClose={onClose} position="right" size={600} padding="lg" title={title}>
      {children}
    </Drawer>
  )
}
