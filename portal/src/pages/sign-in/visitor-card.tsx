import { Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { Logo } from '../../app/logo.tsx'
import * as css from './visitor-card.module.css'

interface Props {
  readonly title: string
  readonly about?: ReactNode
  readonly children?: ReactNode
  /** Link below the card to the alternative. */
  readonly footer?: ReactNode
}

/** The frame of pages outside of the shell. */
export function VisitorCard({ title, about, children, footer }: Props) {
  useEffect(() => {
    document.title = `${title} · Quoin`
  }, [title])
  return (
    <main className="visitor">
      <div className="visitor-card">
        <div className={css.brand}>
          <Logo size={28} /> Quoin
        </div>
        <Title order={1}>{title}</Title>
        {about && (
          <Text c="dimmed" mt={4}>
            {about}
          </Text>
        )}
        {children}
        {footer && <div className={css.footer}>{footer}</div>}
      </div>
    </main>
  )
}
