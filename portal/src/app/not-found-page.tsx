import { Button } from '@mantine/core'
import { type IconProps, LockIcon, SearchIcon } from '@primer/octicons-react'
import type { ComponentType } from 'react'
import { Link } from 'wouter'
import { EmptyState } from '../components/list/empty-state.tsx'
import { Page } from '../components/page.tsx'

export function NotFoundPage() {
  return (
    <DeadEnd
      page="Page not found"
      icon={SearchIcon}
      title="There is nothing here"
      text="The page may have moved, or the link may be out of date."
    />
  )
}

/** Shown in place of a page that concerns the whole workspace to members who are limited to profiles. */
export function OutOfReachPage() {
  return (
    <DeadEnd
      page="No access"
      icon={LockIcon}
      title="This page covers the whole workspace"
      text="You have access to some profiles only. Ask an owner of the workspace if you need this page."
    />
  )
}

interface Props {
  readonly page: string
  readonly icon: ComponentType<IconProps>
  readonly title: string
  readonly text: string
}

function DeadEnd({ page, ...why }: Props) {
  return (
    <Page title={page}>
      <EmptyState {...why}>
        <Button component={Link} href="/">
          Go to overview
        </Button>
      </EmptyState>
    </Page>
  )
}
