import { Spotlight, spotlight } from '@mantine/spotlight'
import { SearchIcon, ZapIcon } from '@primer/octicons-react'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { useVisibleAreas } from './navigation.tsx'
import { useMayWrite } from './session.ts'

/** Ctrl-K: every page and every action by its name. It opens with each new search. */
export function Palette({ searches }: { searches: number }) {
  const visible = useVisibleAreas()
  const mayWrite = useMayWrite()
  const [, navigate] = useLocation()
  useEffect(() => {
    if (searches > 0) spotlight.open()
  }, [searches])
  const pages = visible.flatMap(({ title: area, pages: entries }) =>
    entries.map(({ path, title, keywords = [], icon: Icon }) => ({
      id: path,
      label: title,
      keywords: [...keywords],
      ...(area && { description: area }),
      leftSection: Icon && <Icon size={16} />,
      onClick: () => navigate(path),
    })),
  )
  const actions = visible.flatMap((area) => (mayWrite ? (area.actions ?? []) : []))
  return (
    <Spotlight
      shortcut={null}
      scrollable
      maxHeight={420}
      highlightQuery
      nothingFound="No page or action has this name"
      searchProps={{
        leftSection: <SearchIcon size={16} />,
        placeholder: 'Search pages and actions',
        'aria-label': 'Search pages and actions',
      }}
      actions={[
        { group: 'Pages', actions: pages },
        {
          group: 'Actions',
          actions: actions.map(({ title, path }) => ({
            id: title,
            label: title,
            leftSection: <ZapIcon size={16} />,
            onClick: () => navigate(path),
          })),
        },
      ]}
    />
  )
}
