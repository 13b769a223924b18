import { Button, Text, Title } from '@mantine/core'
import { type IconProps, SearchIcon } from '@primer/octicons-react'
import type { ComponentType, ReactNode } from 'react'
import * as css from './empty-state.module.css'

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
    <div className={css.empty}>
      <span className={css.icon}>
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

interface NoMatchesProps {
  /** Plural noun: `posts`. */
  readonly of: string
  readonly text?: string
  readonly clearLabel?: string
  readonly onClear: () => void
}

/** Shown when filters exclude every item of a list. */
export function NoMatches({ of, text, clearLabel, onClear }: NoMatchesProps) {
  return (
    <EmptyState icon={SearchIcon} title={`No matching ${of}`} text={text ?? `No ${of} match these filters.`}>
      <Button variant="default" onClick={onClear}>
        {clearLabel ?? `Show all ${of}`}
      </Button>
    </EmptyState>
  )
}
