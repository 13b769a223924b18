import { Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { CopyButton } from '../../../components/copy/copy-button.tsx'
import { StatusBadge } from '../../../components/status-badge.tsx'
import type { OpenAction } from './ask.ts'
import { Facts, percent } from './facts.tsx'
import { recognise } from './shapes.ts'
import * as css from './single-card.module.css'

/** One result: the most important facts first, then all others. */
export function SingleCard({ value, ask }: { value: unknown; ask: OpenAction }) {
  const found = recognise(value)
  if (found.kind === 'email')
    return (
      <Card
        title={<Copied text={found.value.email} />}
        badge={<StatusBadge status={found.value.status} />}
        about={`${percent(found.value.confidence)} confident`}
        action={
          <Button
            size="xs"
            variant="default"
            onClick={() => ask('contacts/verify-email', { query: found.value.email })}
          >
            Verify email
          </Button>
        }
      >
        <Facts value={found.value} without={['email', 'status', 'confidence']} />
      </Card>
    )
  if (found.kind === 'verification')
    return (
      <Card title={<Copied text={found.value.email} />} badge={<StatusBadge status={found.value.status} />}>
        <Facts value={found.value} without={['email', 'status']} />
      </Card>
    )
  if (found.kind === 'person') {
    const { full_name, title, company } = found.value
    const question = company?.domain ? { filters: { full_name, domain: company.domain } } : undefined
    return (
      <Card
        title={full_name}
        about={[title, company?.name].filter(Boolean).join(', ')}
        action={
          question && (
            <Button size="xs" variant="default" onClick={() => ask('contacts/find-email', question)}>
              Find email
            </Button>
          )
        }
      >
        <Facts value={found.value} without={['full_name', 'title']} />
      </Card>
    )
  }
  return (
    <Card title="Found">
      <Facts value={value as object} />
    </Card>
  )
}

interface CardProps {
  readonly title: ReactNode
  readonly badge?: ReactNode
  readonly about?: string
  readonly action?: ReactNode
  readonly children: ReactNode
}

function Card({ title, badge, about, action, children }: CardProps) {
  return (
    <article className={`panel ${css.card}`}>
      <Group justify="space-between" align="flex-start" gap="xs">
        <div>
          <div className={css.title}>{title}</div>
          <Group gap="sm" mt={2}>
            {badge}
            {about && (
              <Text c="dimmed" size="sm">
                {about}
              </Text>
            )}
          </Group>
        </div>
        {action}
      </Group>
      {children}
    </article>
  )
}

function Copied({ text }: { text: string }) {
  return (
    <Group gap={4} wrap="nowrap">
      <span className={css.text}>{text}</span>
      <CopyButton value={text} label="Copy email" />
    </Group>
  )
}
