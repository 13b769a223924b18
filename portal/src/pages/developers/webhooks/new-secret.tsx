import { CodeBlock } from '../../../components/code-block.tsx'
import { SecretOnce } from '../../../components/secret-once.tsx'

const VERIFY = `import { verifyWebhook } from '@quoin/sdk/webhooks'

const secrets = process.env.WEBHOOK_SECRETS.split(',')
const event = await verifyWebhook(rawBody, headers, secrets)`

/** The secret of a new endpoint, or a new one of an old, and how a receiver uses it. */
export function NewSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <SecretOnce title="Your signing secret" secret={secret} onClose={onClose}>
      <div className="dimmed">
        Your server verifies every delivery with it, over the bytes of the body as they came:
      </div>
      <CodeBlock label="How to verify a delivery" text={VERIFY} />
    </SecretOnce>
  )
}
