import { BookIcon, CodeIcon, KebabHorizontalIcon, TerminalIcon } from '@primer/octicons-react'
import { useIsLink } from '../../api/caller.ts'
import type { Input, OperationId } from '../../api/client.ts'
import { asCurl, asJavaScript, asTypeScript } from '../../api/snippets.ts'
import { Dropdown, DropdownItem, DropdownLabel } from '../dropdown.tsx'
import { showDone } from '../notify.ts'
import { writeClipboard } from './use-copy.ts'

interface Props<Id extends OperationId> {
  readonly operation: Id
  readonly input: Input<Id>
}

/** Copies the page's API call as code. Not shown to customers, who have no key. */
export function CopyAs<Id extends OperationId>(props: Props<Id>) {
  const isLink = useIsLink()
  if (isLink) return null
  return (
    <Dropdown className="overflow-menu" label="Copy as" button={<KebabHorizontalIcon size={16} />}>
      <CopyAsItems {...props} />
    </Dropdown>
  )
}

/** The same as part of a menu. */
export function CopyAsItems<Id extends OperationId>({ operation, input }: Props<Id>) {
  return (
    <>
      <DropdownLabel>Copy as</DropdownLabel>
      <DropdownItem icon={TerminalIcon} onClick={() => void copy(asCurl(operation, input, location.origin), 'curl')}>
        curl
      </DropdownItem>
      <DropdownItem
        icon={CodeIcon}
        onClick={() => void copy(asJavaScript(operation, input, location.origin), 'JavaScript')}
      >
        JavaScript
      </DropdownItem>
      <DropdownItem
        icon={CodeIcon}
        onClick={() => void copy(asTypeScript(operation, input, location.origin), 'TypeScript')}
      >
        TypeScript (SDK)
      </DropdownItem>
      <DropdownItem icon={BookIcon} href={`/docs#${operation}`} isExternal>
        Documentation
      </DropdownItem>
    </>
  )
}

async function copy(text: string, language: string): Promise<void> {
  await writeClipboard(text)
  showDone(`Copied as ${language}`)
}
