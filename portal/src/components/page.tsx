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
  /** Uses the full width, for calendars and tables. */
  readonly isWide?: boolean
  /** Name of the site in the browser tab. */
  readonly site?: string
  readonly children?: ReactNode
}

/** The frame of every page: title, description, buttons and content. */
export function Page({ title, about, actions, back, isWide, site = 'Quoin', children }: Props) {
  useEffect(() => {
    document.title = `${title} · ${site}`
  }, [title, site])
  return (
    <div className={isWide ? 'page is-wide' : 'page'}>
      {back}
      <header className="page-head">
        <div>
          <Title order={1} dir="auto">
            {title}
          </Title>
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
