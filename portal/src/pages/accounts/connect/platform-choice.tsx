import { Skeleton } from '@mantine/core'
import { Link, useSearch } from 'wouter'
import { useRead } from '../../../api/hooks.ts'
import { ProblemAlert } from '../../../components/form/problem-alert.tsx'
import { StatusBadge } from '../../../components/status-badge.tsx'
import type { Platform } from '../../../resources/accounts/names.ts'
import { describeAbilities, needsApp } from '../../../resources/accounts/platform-abilities.ts'
import { PlatformIcon } from '../../../resources/platforms/platform-icon.tsx'
import * as css from './platform-choice.module.css'

/** Lists the platforms of this server, those that are ready to use first. */
export function PlatformChoice() {
  const { data, error, refetch } = useRead('platforms.list', { query: { limit: 100 } })
  const profile = new URLSearchParams(useSearch()).get('profile')
  if (error) return <ProblemAlert problem={error} onRetry={() => void refetch()} />
  const sorted = data?.data.toSorted((a, b) => rank(a) - rank(b) || a.label.localeCompare(b.label))
  return (
    <ul className={css.platforms}>
      {!sorted && Array.from({ length: 15 }, (_, n) => <Skeleton key={n} height={86} radius={10} />)}
      {sorted?.map((platform) => (
        <li key={platform.id}>
          <Link
            href={`/accounts/connect?platform=${platform.id}${profile ? `&profile=${profile}` : ''}`}
            className={css.platform}
          >
            <span className={css.platformName}>
              <PlatformIcon platform={platform.id} size={20} />
              <span className="truncate">{platform.label}</span>
              {needsApp(platform) && <StatusBadge status="off" label="App required" />}
              {platform.id === 'sandbox' && <StatusBadge status="on" label="For testing" tone="info" />}
            </span>
            <span className="dimmed">{describeAbilities(platform)}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function rank(platform: Platform): number {
  if (platform.id === 'sandbox') return 0
  return needsApp(platform) ? 2 : 1
}
