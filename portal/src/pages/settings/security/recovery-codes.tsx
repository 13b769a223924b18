import { Anchor } from '@mantine/core'
import { DownloadIcon } from '@primer/octicons-react'
import { SecretOnce } from '../../../components/copy/secret-once.tsx'
import * as css from './recovery-codes.module.css'

/** Shows the ten codes for signing in without the phone. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const text = codes.join('\n')
  return (
    <SecretOnce
      title="Your recovery codes"
      about="Each code works once in place of a code from the app. Store them where you can reach them without your phone. You cannot see them again after closing this dialog."
      secret={text}
      onClose={onClose}
    >
      <Anchor
        className={css.download}
        href={`data:text/plain;charset=utf-8,${encodeURIComponent(`Recovery codes for ${location.host}\n\n${text}\n`)}`}
        download="quoin-recovery-codes.txt"
      >
        <DownloadIcon size={16} />
        Download as file
      </Anchor>
    </SecretOnce>
  )
}
