import { Button, Container, Group, Text, Title } from '@mantine/core'
import { Component, type ReactNode } from 'react'

interface Props {
  readonly children: ReactNode
  /** Another value, such as another address, is another try. */
  readonly resetOn: string
}

interface State {
  readonly error: Error | undefined
  readonly resetOn: string
}

/** Shows a mistake of the portal in place of the page that made it; the navigation keeps working. */
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
        <Title order={1}>This page broke</Title>
        <Text mt="xs" c="dimmed">
          It is a mistake of the portal; nothing was changed. Load it again, and if that does not help, report these
          words:
        </Text>
        <pre className="secret">{error.message}</pre>
        <Group mt="md">
          <Button onClick={() => location.reload()}>Load the page again</Button>
          <Button component="a" href="/" variant="default">
            Go to the overview
          </Button>
        </Group>
      </Container>
    )
  }
}
