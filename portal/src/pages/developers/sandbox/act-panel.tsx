import { Title } from '@mantine/core'
import { ArrowRightIcon } from '@primer/octicons-react'
import { type ReactNode, useId } from 'react'
import { Link } from 'wouter'
import * as css from './act-panel.module.css'

interface Props {
  readonly title: string
  /** Describes the effect. */
  readonly text: string
  /** Link to the page that shows the effect. */
  readonly seen: { readonly href: string; readonly label: string }
  readonly children: ReactNode
}

/** A panel that triggers an event on the sandbox. */
export function ActPanel({ title, text, seen, children }: Props) {
  const id = useId()
  return (
    <section className="panel sandbox-act" aria-labelledby={id}>
      <Title order={2} id={id}>
        {title}
      </Title>
      <p className="dimmed">{text}</p>
      {children}
      <Link className={css.seen} href={seen.href}>
        {seen.label} <ArrowRightIcon size={16} />
      </Link>
    </section>
  )
}
