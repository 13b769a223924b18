import type { ReactNode } from 'react'
import { PlatformIcon } from './platform-icon.tsx'
import * as css from './platform-name.module.css'

/** A platform's logo before a name: that of the platform, or of an account on it. */
export function PlatformName({ platform, children }: { platform: string; children: ReactNode }) {
  return (
    <span className={css.name}>
      <PlatformIcon platform={platform} size={14} />
      <bdi className="truncate">{children}</bdi>
    </span>
  )
}
