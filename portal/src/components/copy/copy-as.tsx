import { BookIcon, CheckIcon, CodeIcon, TerminalIcon } from '@primer/octicons-react'
import { useIsLink } from '../../api/caller.ts'
import type { Input, OperationId } from '../../api/client.ts'
import { asCurl, asJavaScript, asTypeScript } from '../../api/snippets.ts'
import { Dropdown, DropdownItem } from '../dropdown.tsx'
import { useCopy } from './use-copy.ts'

interface Props<Id extends OperationId> {
  readonly operation: Id
  readonly input: Input<Id>
}

/** Copies the page's API call as code. Not shown to customers, who have no key. */
export function CopyAs<Id extends OperationId>({ operation, input }: Props<Id>) {
  const { isCopied, copy } = useCopy()
  const isLink = useIsLink()
  if (isLink) return null
  const button = (
    <>
      {isCopied ? <CheckIcon size={16} /> : <CodeIcon size={16} />}
      {isCopied ? 'Copied' : 'Copy as'}
    </>
  )
  return (
    <Dropdown className="quiet-button" button={button}>
      <DropdownItem icon={TerminalIcon} onClick={() => void copy(asCurl(operation, input, location.origin))}>
        curl
      </DropdownItem>
      <DropdownItem icon={CodeIcon} onClick={() => void copy(asJavaScript(operation, input, location.origin))}>
        JavaScript
      </DropdownItem>
      <DropdownItem icon={CodeIcon} onClick={() => void copy(asTypeScript(operation, input, location.origin))}>
        TypeScript (SDK)
      </DropdownItem>
      <DropdownItem icon={BookIcon} href={`/docs#${operation}`} isExternal>
        Documentation
      </DropdownItem>
    </Dropdown>
  )
}
