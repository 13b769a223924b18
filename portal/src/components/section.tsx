import { Group, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'

interface Props {
  readonly title: string
  /** One sentence: its purpose or current state. */
  readonly about?: ReactNode
  readonly actions?: ReactNode
  readonly children?: ReactNode
}

/** A framed section of a page with its own title. */
export function Section({ title, about, actions, children }: Props) {
  const id = useId()
  return (
    <section className="panel section" aria-labelledby={id}>
      <header className="section-head">
        <div>
          <Title order={2} id={id}>
            {title}
          </Title>
          {about && (
            <Text c="dimmed" maw={560}>
              {about}
            </Text>
          )}
        </div>
        {actions && <Group gap="xs">{actions}</Group>}
      </header>
      {children}
    </section>
  )
}
