import { Text } from '@mantine/core'
import { QrCode } from '../../../components/qr-code.tsx'
import { SecretOnce } from '../../../components/secret-once.tsx'

/** The link of an invitation where the server sends no mail: to copy, or to scan with a phone. */
export function InvitationLink({ email, url, onClose }: { email: string; url: string; onClose: () => void }) {
  return (
    <SecretOnce
      title={`The invitation for ${email}`}
      about={`Hand this link on to ${email}, and to no one else: it works once, within 7 days. It cannot be shown again.`}
      secret={url}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        Or let them scan it:
      </Text>
      <QrCode value={url} label={`The link for ${email} as a QR code`} />
    </SecretOnce>
  )
}
