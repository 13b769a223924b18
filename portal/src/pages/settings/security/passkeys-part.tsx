import { Button, Group, Skeleton, Text } from '@mantine/core'
import { PasskeyFillIcon, PlusIcon } from '@primer/octicons-react'
import { useState } from 'react'
import type { ListResult } from '../../../api/hooks.ts'
import { ProblemAlert } from '../../../components/form/problem-alert.tsx'
import { ReasonButton } from '../../../components/form/reason-button.tsx'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { whyNoPasskeys } from '../../../components/passkey.ts'
import { Section } from '../../../components/section.tsx'
import { When } from '../../../components/time/when.tsx'
import { RemovePasskey } from './remove-passkey.tsx'
import type { Passkey } from './rename-passkey.tsx'

const AddPasskey = lazyPart(async () => (await import('./add-passkey.tsx')).AddPasskey)
const RenamePasskey = lazyPart(async () => (await import('./rename-passkey.tsx')).RenamePasskey)

export function PasskeysPart({ list }: { list: ListResult<Passkey> }) {
  const [dialog, setDialog] = useState<'add' | { act: 'rename' | 'remove'; passkey: Passkey }>()
  const close = () => setDialog(undefined)
  return (
    <Section
      title="Passkeys"
      about="Sign in with your fingerprint, your face or a device PIN instead of a password and code."
      actions={
        <ReasonButton
          variant="default"
          leftSection={<PlusIcon size={16} />}
          reason={whyNoPasskeys()}
          onClick={() => setDialog('add')}
        >
          Add passkey
        </ReasonButton>
      }
    >
      {list.error && <ProblemAlert problem={list.error} onRetry={list.retry} />}
      {list.isLoading && <Skeleton height={24} />}
      {!list.isLoading && !list.error && list.items.length === 0 && <Text c="dimmed">No passkeys yet.</Text>}
      {list.items.length > 0 && (
        <ul className="things" aria-label="Passkeys">
          {list.items.map((passkey) => (
            <li key={passkey.id}>
              <span className="things-icon">
                <PasskeyFillIcon size={16} />
              </span>
              <div className="things-text">
                <Text fw={500}>{passkey.name}</Text>
                <Text size="sm" c="dimmed">
                  Added <When at={passkey.created_at} /> · last used <When at={passkey.last_used_at} none="never" />
                </Text>
              </div>
              <Group gap="xs">
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={`Rename ${passkey.name}`}
                  onClick={() => setDialog({ act: 'rename', passkey })}
                >
                  Rename
                </Button>
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={`Remove ${passkey.name}`}
                  onClick={() => setDialog({ act: 'remove', passkey })}
                >
                  Remove
                </Button>
              </Group>
            </li>
          ))}
        </ul>
      )}
      {dialog === 'add' && <AddPasskey onClose={close} />}
      {typeof dialog === 'object' && dialog.act === 'rename' && (
        <RenamePasskey passkey={dialog.passkey} onClose={close} />
      )}
      {typeof dialog === 'object' && dialog.act === 'remove' && (
        <RemovePasskey passkey={dialog.passkey} onClose={close} />
      )}
    </Section>
  )
}
