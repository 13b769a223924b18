import { Group, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'

interface Props {
  readonly title: string
  /** One sentence that describes the page. */
  readonly about?: ReactNode
  /** Buttons of the page, the most important last. */
  readonly actions?: ReactNode
  /** Link above the title, back to the list. */
  readonly back?: ReactNode
  /** Narrow for forms and text to read, `full` for calendars and panes; lists use the width up to a maximum. */
  readonly width?: 'reading' | 'full'
  /** Name of the site in the browser tab. */
  readonly site?: string
  readonly children?: ReactNode
}

const WIDTHS = { reading: 'page is-reading', full: 'page is-wide' } as const

/** The frame of every page: title, description, buttons and content. */
export function Page({ title, about, actions, back, width, site = 'Quoin', children }: Props) {
  useEffect(() => {
    document.title = `${title} · ${site}`
  }, [title, site])
  return (
    <div className={width ? WIDTHS[width] : 'page'}>
      {back}
      <header className="page-head">
        <div>
          <Title order={1} dir="auto">
            {title}
          </Title>
          {about && (
            <Text c="dimmed" mt={2} maw={640}>
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
