import { Button } from '@mantine/core'
import { SearchIcon } from '@primer/octicons-react'
import { Link } from 'wouter'
import { EmptyState } from '../components/empty-state.tsx'
import { Page } from '../components/page.tsx'

export function NotFoundPage() {
  return (
    <Page title="No such page">
      <EmptyState
        icon={SearchIcon}
        title="There is nothing at this address"
        text="It may have moved, or the link is old."
      >
        <Button component={Link} href="/">
          Go to the overview
        </Button>
      </EmptyState>
    </Page>
  )
}
