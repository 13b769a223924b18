import { Button } from '@mantine/core'
import { LockIcon, SearchIcon } from '@primer/octicons-react'
import { Link } from 'wouter'
import { EmptyState } from '../components/list/empty-state.tsx'
import { Page } from '../components/page.tsx'

export function NotFoundPage() {
  return (
    <Page title="Page not found">
      <EmptyState
        icon={SearchIcon}
        title="There is nothing here"
        text="The page may have moved, or the link may be out of date."
      >
        <Button component={Link} href="/">
          Go to overview
        </Button>
      </EmptyState>
    </Page>
  )
}

/** Shown in place of a page that concerns the whole workspace to members who are limited to profiles. */
export function OutOfReachPage() {
  return (
    <Page title="No access">
      <EmptyState
        icon={LockIcon}
        title="This page covers the whole workspace"
        text="You have access to some profiles only. Ask an owner of the workspace if you need this page."
      >
        <Button component={Link} href="/">
          Go to overview
        </Button>
      </EmptyState>
    </Page>
  )
}
