import { Modal } from '@mantine/core'
import { Spotlight, spotlight } from '@mantine/spotlight'
import { SearchIcon, ZapIcon } from '@primer/octicons-react'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { useVisibleAreas } from './navigation.tsx'
import { useReadOnlyReason } from './session.ts'

/**
 * Makes the scrolling list reachable by keyboard. Spotlight passes `viewportProps` to its scroll area, though its types omit
 * them.
 */
const SCROLLED = { viewportProps: { tabIndex: 0 } } as object

/** The Ctrl-K palette: searches pages and actions by name. Each increment of `searches` opens it. */
export function Palette({ searches }: { searches: number }) {
  const visible = useVisibleAreas()
  const reasons = { member: useReadOnlyReason(), owner: useReadOnlyReason('owner') }
  const [query, setQuery] = useState('')
  const [, navigate] = useLocation()
  useEffect(() => {
    if (searches > 0) spotlight.open()
  }, [searches])
  const words = query.toLowerCase().split(/\s+/)
  const isFound = (...texts: readonly string[]) => words.every((word) => texts.join(' ').toLowerCase().includes(word))
  const pages = visible
    .flatMap((area) => area.pages.map((page) => ({ ...page, area: area.title })))
    .filter(({ title, area, keywords = [] }) => isFound(title, area, ...keywords))
  const actions = visible
    .flatMap((area) => area.actions)
    .filter(({ title }) => isFound(title))
    .map((action) => ({ ...action, reason: reasons[action.least ?? 'member'] }))
  return (
    <Spotlight.Root
      shortcut={null}
      scrollable
      maxHeight={420}
      query={query}
      onQueryChange={setQuery}
      overlayProps={{ blur: 0, backgroundOpacity: 0.4 }}
    >
      <Modal.Title className="hidden">Search pages and actions</Modal.Title>
      <Spotlight.Search
        leftSection={<SearchIcon size={16} />}
        placeholder="Search pages and actions"
        aria-label="Search pages and actions"
      />
      <Spotlight.ActionsList {...SCROLLED}>
        {pages.length > 0 && (
          <Spotlight.ActionsGroup label="Pages">
            {pages.map(({ path, title, area, icon: Icon }) => (
              <Spotlight.Action
                key={path}
                label={title}
                {...(area && { description: area })}
                leftSection={Icon && <Icon size={16} />}
                onClick={() => navigate(path)}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {actions.length > 0 && (
          <Spotlight.ActionsGroup label="Actions">
            {actions.map(({ title, path, reason }) => (
              <Spotlight.Action
                key={title}
                label={title}
                leftSection={<ZapIcon size={16} />}
                {...(reason !== undefined && { description: reason, disabled: true })}
                onClick={() => navigate(path)}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {pages.length + actions.length === 0 && <Spotlight.Empty>No matching pages or actions</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}
