import { Anchor } from '@mantine/core'
import { DownloadIcon } from '@primer/octicons-react'
import { SecretOnce } from '../../../components/secret-once.tsx'

/** Ten codes for the day on which the phone is gone. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const text = codes.join('\n')
  return (
    <SecretOnce
      title="Your recovery codes"
      about="Each signs you in once in place of a code of the app. Keep them where you find them without your phone; they cannot be shown again."
      secret={text}
      onClose={onClose}
    >
      <Anchor
        className="security-download"
        href={`data:text/plain;charset=utf-8,${encodeURIComponent(`Recovery codes of ${location.host}\n\n${text}\n`)}`}
        download="quoin-recovery-codes.txt"
      >
        <DownloadIcon size={16} />
        Download as a file
      </Anchor>
    </SecretOnce>
  )
}
