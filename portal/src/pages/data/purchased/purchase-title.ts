import type { Item } from '../../../api/client.ts'
import { formatCount } from '../../../components/count.ts'

/** Names what was bought: the name or the address found, or the number of results. */
export function purchaseTitle({
  title,
  items,
  withheld,
}: Pick<Item<'purchases.list'>, 'title' | 'items' | 'withheld'>): string {
  if (withheld) return 'Withheld'
  return title ?? formatCount(items, 'result')
}
