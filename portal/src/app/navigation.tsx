import { useLocalStorage } from '@mantine/hooks'
import { ChevronDownIcon } from '@primer/octicons-react'
import { useEffect, useId, useRef } from 'react'
import { Link, useLocation } from 'wouter'
import type { Action, Area, PageEntry } from './area.ts'
import { areas } from './areas.ts'
import * as css from './navigation.module.css'
import { useReachesWorkspace, useSession, useWorkspace } from './session.ts'
import { usePulse } from './use-pulse.ts'

/** Returns the areas with the pages that this user sees in the navigation. */
export function useVisibleAreas(): readonly (Area & { actions: readonly Action[] })[] {
  const { user } = useSession()
  const { role } = useWorkspace()
  const reachesWorkspace = useReachesWorkspace()
  const isReached = ({ reach }: { reach?: 'workspace' }) => reach === undefined || reachesWorkspace
  const isFor = ({ for: who }: PageEntry) =>
    who === undefined || (who === 'operator' ? user.is_operator : role === 'owner')
  return areas
    .filter(isReached)
    .map((area) => ({
      ...area,
      pages: area.pages.filter((page) => page.icon && isFor(page) && isReached(page)),
      actions: area.actions?.filter(isReached) ?? [],
    }))
    .filter(({ pages }) => pages.length > 0)
}

/** Returns true if a page or one of its subpages is open: `/posts` for `/posts/post_1`. */
function isOpen(path: string, location: string): boolean {
  return path === location || (path !== '/' && location.startsWith(`${path}/`))
}

export function Navigation({ onChosen }: { onChosen: () => void }) {
  const visible = useVisibleAreas()
  const [location] = useLocation()
  const ref = useRef<HTMLElement>(null)
  // On low screens the list is longer than the sidebar.
  useEffect(() => {
    if (location) ref.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [location])
  return (
    <nav className={css.nav} aria-label="Pages" ref={ref}>
      {visible.map((area) => (
        <NavigationGroup key={area.title} area={area} onChosen={onChosen} />
      ))}
    </nav>
  )
}

function NavigationGroup({ area: { title, pages }, onChosen }: { area: Area; onChosen: () => void }) {
  const [location] = useLocation()
  const id = useId()
  const { data: pulse } = usePulse()
  const [closed, setClosed] = useLocalStorage<readonly string[]>({
    key: 'quoin-closed-groups',
    defaultValue: [],
    getInitialValueInEffect: false,
  })
  const isClosed = title !== '' && closed.includes(title)
  const toggle = () => setClosed((before) => [...new Set(before).symmetricDifference(new Set([title]))])
  // Only the longest match is open: `/webhooks/deliveries`, not `/webhooks`.
  const open = pages.filter(({ path }) => isOpen(path, location)).toSorted((a, b) => b.path.length - a.path.length)[0]
  // A collapsed group still shows the open page, and pages with waiting items.
  const isShown = ({ path, badge }: PageEntry) => !isClosed || path === open?.path || (badge && pulse?.[badge.of])
  return (
    <div className={css.group}>
      {title && (
        <button type="button" id={id} className={css.title} aria-expanded={!isClosed} onClick={toggle}>
          {title}
          <ChevronDownIcon size={12} />
        </button>
      )}
      <ul aria-labelledby={title ? id : undefined}>
        {pages.filter(isShown).map(({ path, title: name, icon: Icon, badge }) => (
          <li key={path}>
            <Link href={path} onClick={onChosen} aria-current={path === open?.path ? 'page' : undefined}>
              {Icon && <Icon size={16} />}
              {name}
              {badge && <Badge count={pulse?.[badge.of] ?? 0} label={badge.label} />}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

const SHOWN_MAX = 99

function Badge({ count, label }: { count: number; label: string }) {
  if (count === 0) return null
  return (
    <span className="nav-badge numbers">
      {count > SHOWN_MAX ? `${SHOWN_MAX}+` : count}
      <span className="hidden"> {label}</span>
    </span>
  )
}
