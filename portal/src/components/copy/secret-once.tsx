import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { CheckIcon, CopyIcon } from '@primer/octicons-react'
import type { ReactNode } from 'react'
import { useCopy } from './use-copy.ts'

interface Props {
  readonly title: string
  readonly secret: string
  /** Instructions. */
  readonly about?: string
  /** Further explanation, or an example. */
  readonly children?: ReactNode
  readonly onClose: () => void
}

const ABOUT = 'Copy it now and store it somewhere safe. You cannot see it again after closing this dialog.'

/** Shows a secret for the only time: only its button closes the dialog. */
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
        <pre className="secret" tabIndex={0} aria-label="Secret value">
          {secret}
        </pre>
        {children}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            I have saved it
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
