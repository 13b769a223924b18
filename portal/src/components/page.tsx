import { Group, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'

interface Props {
  readonly title: string
  /** One sentence: what this page is for. */
  readonly about?: ReactNode
  /** The buttons of the page; the most important one last. */
  readonly actions?: ReactNode
  /** Above the title: the way back. */
  readonly back?: ReactNode
  /** For calendars and tables that need the whole width. */
  readonly isWide?: boolean
  /** Whose page it is, in the title of the browser's tab. */
  readonly site?: string
  readonly children?: ReactNode
}

/** The frame of every page: its title, what it is for, its buttons, and its content. */
export function Page({ title, about, actions, back, isWide, site = 'Quoin', children }: Props) {
  useEffect(() => {
    document.title = `${title} · ${site}`
  }, [title, site])
  return (
    <div className={isWide ? 'page is-wide' : 'page'}>
      {back}
      <header className="page-head">
        <div>
          <Title order={1}>{title}</Title>
          {about && (
            <Text c="dimmed" mt={4} maw={640}>
              {about}
            </Text>
          )}
        </div>
        {actions && <Group gap="xs">{actions}</Group>}
      </header>
      {children}
    </div>
  )
}
