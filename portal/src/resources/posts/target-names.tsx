import type { Names } from '../accounts/names.ts'
import { PlatformIcon } from '../platforms/platform-icon.tsx'
import { PlatformName } from '../platforms/platform-name.tsx'
import type { Post } from './post-labels.ts'
import * as css from './target-names.module.css'

/** Platforms that are named; of more, only the logos are visible. */
const NAMED_MAX = 2

/** The platforms of a post: `Sandbox (2)` for two accounts of one platform. */
export function TargetNames({ targets, names }: { targets: Post['targets']; names: Names }) {
  const counts = [...Map.groupBy(targets, ({ platform }) => platform)]
  if (counts.length === 0) return <span className="dimmed">None yet</span>
  return (
    <span className={css.targets}>
      {counts.map(([platform, { length }]) => {
        const name = `${names.platform(platform)}${length > 1 ? ` (${length})` : ''}`
        if (counts.length > NAMED_MAX) return <PlatformIcon key={platform} platform={platform} label={name} />
        return (
          <PlatformName key={platform} platform={platform}>
            {name}
          </PlatformName>
        )
      })}
    </span>
  )
}
