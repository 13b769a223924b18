import { Title } from '@mantine/core'
import { CopyableId } from '../../components/copy/copyable-id.tsx'
import { Facts } from '../../components/facts.tsx'
import { When } from '../../components/time/when.tsx'
import * as css from './webhook-facts.module.css'
import type { Webhook } from './webhook-labels.ts'

export function WebhookFacts({ webhook: { id, events, created_at, updated_at } }: { webhook: Webhook }) {
  const isAll = events.includes('*')
  return (
    <section className="panel" aria-labelledby="webhook-settings">
      <Title order={2} id="webhook-settings" mb={8}>
        Settings
      </Title>
      <Facts
        items={[
          ['Events', isAll ? 'All events' : <EventTypes key="events" types={events} />],
          ['Created', <When key="created" at={created_at} />],
          ['Updated', <When key="changed" at={updated_at} />],
          ['ID', <CopyableId key="id" id={id} />],
        ]}
      />
    </section>
  )
}

function EventTypes({ types }: { types: readonly string[] }) {
  return (
    <ul className={css.events}>
      {types.map((type) => (
        <li key={type}>
          <code>{type}</code>
        </li>
      ))}
    </ul>
  )
}
