import { Title } from '@mantine/core'
import { LinkExternalIcon } from '@primer/octicons-react'
import type { Item } from '../../../api/client.ts'
import { ConnectSandbox } from './connect-sandbox.tsx'
import type { SandboxAccount } from './sandbox-labels.ts'

interface Props {
  readonly pages: readonly Item<'sandbox.list_pages'>[]
  readonly accounts: readonly SandboxAccount[]
}

/** Links to the network as visitors see it, and a form that connects another account. */
export function SandboxInboxes({ pages, accounts }: Props) {
  const connected = new Set(accounts.map(({ active_entity }) => active_entity?.external_id))
  return (
    <section className="panel sandbox-act" aria-labelledby="sandbox-look">
      <Title order={2} id="sandbox-look">
        Browse the network
      </Title>
      <p className="dimmed">Inboxes of your pages as visitors see them. The messages you send arrive there.</p>
      <ul className="sandbox-faults">
        {pages
          .filter(({ external_id }) => connected.has(external_id))
          .map(({ external_id, name, inbox_url }) => (
            <li key={external_id}>
              {name}
              <a href={inbox_url} target="_blank" rel="noreferrer" aria-label={`Open inbox of ${name}`}>
                Open <LinkExternalIcon size={14} />
              </a>
            </li>
          ))}
      </ul>
      <p className="dimmed">Connect another account:</p>
      <ConnectSandbox />
    </section>
  )
}
