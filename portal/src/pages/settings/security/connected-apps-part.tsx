import { Button, Text } from '@mantine/core'
import { AppsIcon } from '@primer/octicons-react'
import type { Item } from '../../../api/client.ts'
import { useList, useWrite } from '../../../api/hooks.ts'
import { useWorkspace } from '../../../app/session.ts'
import { showDone, showProblem } from '../../../components/notify.ts'
import { Section } from '../../../components/section.tsx'
import { When } from '../../../components/time/when.tsx'

/** Apps that the user connected to the open workspace; hidden if there are none. */
export function ConnectedAppsPart() {
  const { items } = useList('connected_apps.list', { query: { limit: 100 } })
  const { name } = useWorkspace()
  if (items.length === 0) return null
  return (
    <Section title="Connected apps" about={`Apps that act for you in ${name}, with at most your own rights.`}>
      <ul className="things" aria-label="Connected apps">
        {items.map((app) => (
          <ConnectedAppLine key={app.id} app={app} />
        ))}
      </ul>
    </Section>
  )
}

function ConnectedAppLine({ app: { id, name, app, permission, created_at, last_used_at } }: { app: ConnectedApp }) {
  const shown = name ?? app?.name ?? id
  const disconnect = useWrite('connected_apps.disconnect', {
    changes: ['api_keys'],
    onSuccess: () => showDone(`${shown} disconnected`),
  })
  return (
    <li>
      <span className="things-icon">
        <AppsIcon size={16} />
      </span>
      <div className="things-text">
        <Text fw={500}>{shown}</Text>
        <Text size="sm" c="dimmed">
          {app?.host && `${app.host} · `}
          {permission === 'read' ? 'reads' : 'reads and writes'} · last used <When at={last_used_at} none="never" /> ·
          connected <When at={created_at} />
        </Text>
      </div>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`Disconnect ${shown}`}
        loading={disconnect.isPending}
        onClick={() => disconnect.mutate({ params: { id } }, { onError: showProblem })}
      >
        Disconnect
      </Button>
    </li>
  )
}

type ConnectedApp = Item<'connected_apps.list'>
