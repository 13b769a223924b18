import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { CheckIcon, CopyIcon } from '@primer/octicons-react'
import type { ReactNode } from 'react'
import { useCopy } from './use-copy.ts'

interface Props {
  readonly title: string
  readonly secret: string
  /** What to do with it. */
  readonly about?: string
  /** What it is for, or an example that uses it. */
  readonly children?: ReactNode
  readonly onClose: () => void
}

const ABOUT = 'Copy it now and keep it in a safe place. It is not stored here and cannot be shown again.'

/** A secret that is never shown again: only its own button closes it. */
export function SecretOnce({ title, secret, about = ABOUT, children, onClose }: Props) {
  const { isCopied, copy } = useCopy()
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      size="lg"
    >
      <Stack>
        <Text>{about}</Text>
        <pre className="secret" tabIndex={0} aria-label="The secret">
          {secret}
        </pre>
        {children}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            I have stored it
          </Button>
          <Button
            data-autofocus
            leftSection={isCopied ? <CheckIcon size={16} /> : <CopyIcon size={16} />}
            onClick={() => void copy(secret)}
          >
            {isCopied ? 'Copied' : 'Copy'}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
