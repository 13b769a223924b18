import { Button, Checkbox, Group, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { Input, Item } from '../../api/client.ts'
import { useWrite } from '../../api/hooks.ts'
import { refreshSession } from '../../app/session.ts'
import { rememberWorkspace } from '../../app/workspace.ts'
import { formatCount } from '../../components/count.ts'
import { ConfirmDialog } from '../../components/form/confirm-dialog.tsx'
import { ProblemAlert } from '../../components/form/problem-alert.tsx'
import { showDone } from '../../components/notify.ts'
import { When } from '../../components/time/when.tsx'

type QuarantinedWorkspace = Item<'quarantine.list'>
type KeptAccess = NonNullable<Input<'quarantine.take_over'>['body']['keep']>[number]

/** One workspace, with everything that gives access to it. */
export function ReviewedWorkspace({ item }: { item: QuarantinedWorkspace }) {
  const { workspace_id: id, workspace_name: name } = item
  const [keep, setKeep] = useState<readonly KeptAccess[]>([])
  const [isDiscarding, setDiscarding] = useState(false)
  const takeOver = useWrite('quarantine.take_over', {
    onSuccess: () => {
      rememberWorkspace(id)
      void refreshSession().then(() => showDone(`${name} taken over`))
    },
  })
  return (
    <section aria-label={name}>
      <Stack gap="xs">
        <Title order={2} size="h4">
          {name}
        </Title>
        <Text size="sm" c="dimmed">
          {item.is_frozen ? 'Owned by this account' : `Owned by others; this account was a ${item.role}`}
          {item.accounts > 0 && ` · ${formatCount(item.accounts, 'connected account')}`}
          {item.scheduled_posts > 0 && ` · ${formatCount(item.scheduled_posts, 'scheduled post')}`}
        </Text>
        <Checkbox.Group
          label="Keep"
          description="Everything you leave unchecked loses access."
          value={[...keep]}
          onChange={setKeep}
        >
          <Stack gap={4} mt="xs">
            {item.api_keys.map((key) => (
              <Text size="sm" key={key.id}>
                <code>{key.key_prefix}…</code> {key.name} · last used <When at={key.last_used_at} none="never" />
              </Text>
            ))}
            {item.api_keys.length > 0 && <Checkbox value="api_keys" label={`API keys (${item.api_keys.length})`} />}
            {item.members.map((member) => (
              <Text size="sm" key={member.email}>
                {member.email} · {member.role}
              </Text>
            ))}
            {item.members.length > 0 && <Checkbox value="members" label={`Other members (${item.members.length})`} />}
            {item.webhooks > 0 && <Checkbox value="webhooks" label={`Webhook endpoints (${item.webhooks})`} />}
            {item.apps.length > 0 && <Checkbox value="apps" label={`Platform apps (${item.apps.join(', ')})`} />}
          </Stack>
        </Checkbox.Group>
        {takeOver.error && <ProblemAlert problem={takeOver.error} />}
        <Group gap="xs">
          <Button
            loading={takeOver.isPending}
            onClick={() => takeOver.mutate({ params: { id }, body: { keep: [...keep] } })}
          >
            Take over
          </Button>
          <Button variant="default" onClick={() => setDiscarding(true)}>
            Discard
          </Button>
        </Group>
      </Stack>
      {isDiscarding && (
        <ConfirmDialog
          operation="quarantine.discard"
          input={{ params: { id } }}
          isDangerous
          title={`Discard ${name}?`}
          confirmLabel="Discard workspace"
          onDone={() => void refreshSession().then(() => showDone(`${name} discarded`))}
          onClose={() => setDiscarding(false)}
        >
          {item.is_frozen
            ? 'The workspace stays closed, and everything running in it stops.'
            : 'You will not join this workspace, and its API keys stay revoked.'}
        </ConfirmDialog>
      )}
    </section>
  )
}
