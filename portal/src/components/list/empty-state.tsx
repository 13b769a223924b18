import { Text, Title } from '@mantine/core'
import type { IconProps } from '@primer/octicons-react'
import type { ComponentType, ReactNode } from 'react'

interface Props {
  readonly icon: ComponentType<IconProps>
  readonly title: string
  /** Says why it is empty and what fills it. */
  readonly text: ReactNode
  /** The button that adds the first item. */
  readonly children?: ReactNode
}

export function EmptyState({ icon: Icon, title, text, children }: Props) {
  return (
    <div className="empty">
      <span className="empty-icon">
        <Icon size={24} />
      </span>
      <Title order={2}>{title}</Title>
      <Text c="dimmed" maw={420} mb={children ? 'sm' : 0}>
        {text}
      </Text>
      {children}
    </div>
  )
}
