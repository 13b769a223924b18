import { Text, Title } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '../../components/form/confirm-dialog.tsx'
import { WriteButton } from '../../components/form/write-button.tsx'
import { lazyPart } from '../../components/lazy-part.tsx'
import { Countdown } from '../../components/time/countdown.tsx'
import { useNow } from '../../components/time/use-now.ts'
import * as css from './secret-panel.module.css'
import type { Webhook } from './webhook-labels.ts'

const NewSecret = lazyPart(async () => (await import('./new-secret.tsx')).NewSecret)

const OVERLAP_MS = 86_400_000
const OVERLAPS = 'The previous secret is still valid. You can rotate the secret again once it has expired.'

/** Rotates the secret. Both secrets are valid for 24 hours, which a countdown shows. */
export function SecretPanel({ webhook }: { webhook: Webhook }) {
  const [isAsking, setAsking] = useState(false)
  const [secret, setSecret] = useState<string>()
  const until = webhook.secret_previous_expires_at
  const now = useNow(1000, until !== null)
  const left = until === null ? 0 : Date.parse(until) - now
  const isOverlap = until !== null && left > 0
  return (
    <section className="panel" aria-labelledby="webhook-secret">
      <Title order={2} id="webhook-secret" mb={8}>
        Signing secret
      </Title>
      {isOverlap ? (
        <>
          <Text>
            The previous secret expires in <Countdown until={until} />. Until then deliveries carry both signatures.
            Update your server to the new secret.
          </Text>
          <div className={css.overlap} aria-hidden>
            <span style={{ width: `${Math.min(100, (100 * left) / OVERLAP_MS)}%` }} />
          </div>
        </>
      ) : (
        <Text c="dimmed">
          Signs every delivery, so that your server can verify it. It was shown once, when it was created: if you no
          longer have it, or it leaked, rotate it to get a new one.
        </Text>
      )}
      <WriteButton
        variant="default"
        size="xs"
        mt="sm"
        reason={isOverlap ? OVERLAPS : undefined}
        onClick={() => setAsking(true)}
      >
        Rotate secret…
      </WriteButton>
      {isAsking && (
        <ConfirmDialog
          operation="webhooks.rotate"
          input={{ params: { id: webhook.id } }}
          title="Rotate secret?"
          confirmLabel="Create new secret"
          onDone={(reply) => {
            setAsking(false)
            setSecret(reply.secret)
          }}
          onClose={() => setAsking(false)}
        >
          <Text>
            The new secret is shown only once. For 24 hours deliveries are signed with both secrets, so your server
            keeps working while you update it. You cannot rotate it again during that time.
          </Text>
        </ConfirmDialog>
      )}
      {secret !== undefined && <NewSecret secret={secret} onClose={() => setSecret(undefined)} />}
    </section>
  )
}
