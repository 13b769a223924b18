import { Text } from '@mantine/core'
import { SecretOnce } from '../../../components/copy/secret-once.tsx'
import { QrCode } from '../../../components/qr-code.tsx'

/** Shows the link of an invitation if the server sends no mail, to copy or to scan with a phone. */
export function InvitationLink({ email, url, onClose }: { email: string; url: string; onClose: () => void }) {
  return (
    <SecretOnce
      title={`Invitation for ${email}`}
      about={`Share this link only with ${email}. It works once and expires after 7 days. You cannot see it again after closing this dialog.`}
      secret={url}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        Or scan it with a phone:
      </Text>
      <QrCode value={url} label={`QR code of the link for ${email}`} />
    </SecretOnce>
  )
}
