import { Button, Container, Group, Text, Title } from '@mantine/core'
import { Component, type ReactNode } from 'react'

interface Props {
  readonly children: ReactNode
  /** A new value, such as another URL, resets the boundary. */
  readonly resetOn: string
}

interface State {
  readonly error: Error | undefined
  readonly resetOn: string
}

/** Shows an error in place of the page that threw it; the navigation keeps working. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: undefined, resetOn: this.props.resetOn }

  static getDerivedStateFromError(error: Error): Partial<State> {
    return { error }
  }

  static getDerivedStateFromProps({ resetOn }: Props, state: State): Partial<State> | null {
    return resetOn === state.resetOn ? null : { error: undefined, resetOn }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (!error) return this.props.children
    return (
      <Container size="sm" py="xl" role="alert">
        <Title order={1}>Something went wrong</Title>
        <Text mt="xs" c="dimmed">
          This page could not be displayed because of an error in the portal. Reload the page. If the error persists,
          report this message:
        </Text>
        <pre className="secret">{error.message}</pre>
        <Group mt="md">
          <Button onClick={() => location.reload()}>Reload page</Button>
          <Button component="a" href="/" variant="default">
            Go to overview
          </Button>
        </Group>
      </Container>
    )
  }
}
