import { formatNumber } from '../../../components/time/time.ts'
import { type Draft, type DraftContext, findTargetPlatform, getTargetText } from './draft.ts'

const LINK = /https?:\/\//

/** Shows the platforms' charges to the app's owner; Quoin itself does not charge for posts. */
export function Prices({ draft, known }: { draft: Draft; known: DraftContext }) {
  const usd = draft.targets.reduce((sum, target) => {
    const { post = 0, post_with_link = post } = findTargetPlatform(known, target)?.usd_per_call ?? {}
    return sum + (LINK.test(getTargetText(draft, target)) ? post_with_link : post)
  }, 0)
  if (usd === 0) return null
  const price = formatNumber(usd, { style: 'currency', currency: 'USD', maximumFractionDigits: 3 })
  return <div>The platforms charge your app {price} for this post.</div>
}
