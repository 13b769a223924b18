import { Drawer } from '@mantine/core'
import { Facts } from './facts.tsx'
import { recognise, summarizeResult } from './shapes.ts'

interface Props {
  readonly item: unknown
  /** Defaults to the item's own name. */
  readonly title?: string
  readonly onClose: () => void
}

/** Details of one row of a table. */
export function ItemDrawer({ item, title: given, onClose }: Props) {
  const found = recognise(item)
  const title = given ?? (found.kind === 'person' ? found.value.full_name : summarizeResult(item))
  return (
    <Drawer opened onClose={onClose} position="right" title={title}>
      <Facts value={item as object} />
    </Drawer>
  )
}
