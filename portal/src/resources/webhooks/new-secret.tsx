import { CodeBlock } from '../../components/copy/code-block.tsx'
import { SecretOnce } from '../../components/copy/secret-once.tsx'

const VERIFY = `import { verifyWebhook } from '@quoin/sdk/webhooks'

const secrets = process.env.WEBHOOK_SECRETS.split(',')
const event = await verifyWebhook(rawBody, headers, secrets)`

/** Shows a new signing secret and how a receiver uses it. */
export function NewSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <SecretOnce title="Your signing secret" secret={secret} onClose={onClose}>
      <div className="dimmed">Your server uses it to verify every delivery, over the raw bytes of the body:</div>
      <CodeBlock label="How to verify a delivery" text={VERIFY} />
    </SecretOnce>
  )
}
