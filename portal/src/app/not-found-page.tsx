import { Button } from '@mantine/core'
import { SearchIcon } from '@primer/octicons-react'
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
